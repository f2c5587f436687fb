// The page around the timelines: scores, curves, the list of recordings, and labels that are marked here.

const DATA = JSON.parse(document.getElementById('data').textContent);

const byId = (id) => document.getElementById(id);

/** The rows of a table of comma-separated values, by the names of their columns. */
function parseCSV(text) {
  const rows = [];
  let row = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const letter = text[i];
    if (quoted && letter === '"' && text[i + 1] === '"') {
      cell += '"';
      i += 1;
    } else if (letter === '"') {
      quoted = !quoted;
    } else if (!quoted && (letter === ',' || letter === '\n')) {
      row.push(cell);
      cell = '';
      if (letter === '\n') {
        rows.push(row);
        row = [];
      }
    } else {
      cell += letter;
    }
  }
  const [header = [], ...rest] = rows;
  return { header, rows: rest.map((cells) => Object.fromEntries(header.map((name, i) => [name, cells[i] ?? '']))) };
}

/** A cell of such a table. */
function csvCell(text) {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const SCORES = parseCSV(DATA.scores);

/** Where something comes from, marked so that it can't be overlooked. */
function badges({ origin, speed }) {
  const parts = [make('span', { class: `badge ${origin}` }, origin)];
  if (speed !== 'measured') parts.push(make('span', { class: 'badge assumed' }, `speed ${speed}`));
  return parts;
}

function count(number, what, many = `${what}s`) {
  return `${number.toLocaleString('en')} ${number === 1 ? what : many}`;
}

/** A text offered as a file. */
function download(name, text, type = 'text/csv') {
  const link = make('a', { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// MARK: Scores

const COUNTS = [
  ['hours', 'Hours', 3], ['labels', 'Labels', 0], ['found', 'Found', 0], ['missed', 'Missed', 0], ['false_alarms', 'False', 0],
];

/** A share with its interval, as figures and as a bar. */
function shareCell(row, column) {
  const [value, low, high] = [column, `${column}_low`, `${column}_high`].map((name) => row[name]);
  const cell = make('td', { class: 'number' });
  if (value === '') {
    cell.append('–');
    return cell;
  }
  const bar = make('span', { class: 'bar', 'aria-hidden': 'true' });
  bar.style.setProperty('--low', low);
  bar.style.setProperty('--high', high);
  bar.style.setProperty('--value', value);
  cell.append(
    figure(row, column, 3), bar,
    make('span', { class: 'interval' }, figure(row, `${column}_low`, 3), '–', figure(row, `${column}_high`, 3)),
  );
  return cell;
}

/** One figure of the table of scores: shown rounded, with all its digits on pointing. */
function figure(row, column, decimals) {
  return make('span', { 'data-column': column, 'data-value': row[column], title: row[column] }, short(row[column], decimals));
}

function cell(row, column, decimals) {
  return make('td', { class: 'number' }, figure(row, column, decimals));
}

const COLUMNS = {
  crash: [
    ['Delay, s', (row) => make('td', { class: 'number' }, figure(row, 'delay_median_s', 2), make('span', { class: 'interval' }, 'p95 ', figure(row, 'delay_p95_s', 2)))],
    ['Open', (row) => cell(row, 'unsettled', 0)],
  ],
  distraction: [
    ['Onset error, s', (row) => make('td', { class: 'number' }, figure(row, 'onset_error_median_s', 2), make('span', { class: 'interval' }, 'p95 ', figure(row, 'onset_error_p95_s', 2)))],
    ['Offset error, s', (row) => make('td', { class: 'number' }, figure(row, 'offset_error_median_s', 2), make('span', { class: 'interval' }, 'p95 ', figure(row, 'offset_error_p95_s', 2)))],
    ['Overlap', (row) => cell(row, 'mean_overlap', 2)],
    ['Split', (row) => cell(row, 'split_labels', 0)],
    ['Merged', (row) => cell(row, 'merged_episodes', 0)],
  ],
};

const NOTES = {
  crash: (row) => `A confirmation is a label’s when it comes from ${row.tolerance_before_s} s before the label’s start to ${row.tolerance_after_s} s after its end; the delay runs from the label’s start. Open: candidates that a recording’s end left undecided.`,
  distraction: (row) => `An episode is a label’s when they overlap or lie within ${row.tolerance_s} s of each other. Onset and offset errors are medians of their size. Split: labels that several episodes overlap; merged: episodes that overlap several labels.`,
};

function scoreTable(detector) {
  const rows = SCORES.rows.filter((row) => row.detector === detector);
  const extra = COLUMNS[detector] ?? [];
  const heads = ['Rule', ...COUNTS.map(([, title]) => title), 'Recall', 'Precision', 'F1', 'False an hour', ...extra.map(([title]) => title)];
  const table = make('table', { class: 'scores', 'data-detector': detector, 'aria-label': `Scores of ${detector}` });
  table.append(make('thead', {}, make('tr', {}, heads.map((title, i) => make('th', { scope: 'col', class: i > 0 ? 'number' : null }, title)))));
  const groupOf = (row) => [row.dataset, row.origin, row.speed, row.split].join('\n');
  for (const group of new Set(rows.map(groupOf))) {
    const members = rows.filter((row) => groupOf(row) === group);
    const body = make('tbody');
    body.append(make('tr', { class: 'group' }, make('th', { scope: 'rowgroup', colspan: heads.length },
      make('span', { class: 'tags' }, make('span', { class: 'name' }, members[0].dataset), badges(members[0]), make('span', { class: 'badge' }, members[0].split)))));
    for (const row of members) {
      const line = make('tr', { class: row.rule === 'ours' ? 'ours' : null, 'data-key': [row.dataset, row.origin, row.speed, row.split, row.detector, row.rule].join('|') });
      line.append(
        make('th', { scope: 'row' }, row.rule), ...COUNTS.map(([column, , decimals]) => cell(row, column, decimals)),
        shareCell(row, 'recall'), shareCell(row, 'precision'), cell(row, 'f1', 3),
        make('td', { class: 'number' }, figure(row, 'false_alarms_per_hour', 2), make('span', { class: 'interval' }, '≤ ', figure(row, 'false_alarms_per_hour_bound', 2))),
        ...extra.map(([, show]) => show(row)),
      );
      body.append(line);
    }
    table.append(body);
  }
  return [scroller(table, `Scores of ${detector}, to scroll`), make('p', { class: 'note' }, NOTES[detector]?.(rows[0]) ?? '')];
}

/** A wide table in a frame of its own that can be scrolled by keyboard, too. */
function scroller(table, name) {
  return make('div', { class: 'scroller', tabindex: 0, role: 'region', 'aria-label': name }, table);
}

/** Every cell of a file, as it stands there. */
function rawTable({ header, rows }, name) {
  return scroller(
    make('table', { class: 'raw' },
      make('thead', {}, make('tr', {}, header.map((title) => make('th', { scope: 'col' }, title)))),
      make('tbody', {}, rows.map((row) => make('tr', {}, header.map((title) => make('td', {}, row[title])))))),
    name,
  );
}

/** A part that opens, whose content is made when it first does. */
function folded(title, content, attributes = {}) {
  const details = make('details', attributes, make('summary', {}, title));
  details.addEventListener('toggle', () => {
    if (details.open && details.children.length === 1) details.append(...[content()].flat());
  });
  return details;
}

function showScores() {
  const place = byId('score-tables');
  const detectors = [...new Set(SCORES.rows.map((row) => row.detector))];
  if (!detectors.length) place.append(make('p', {}, 'Nothing was scored: no recording is labelled for a detector that was asked for.'));
  for (const detector of detectors) place.append(make('h3', {}, detector), ...scoreTable(detector));
  if (SCORES.rows.length) {
    place.append(folded('Every column of scores.csv', () => [
      make('button', { type: 'button', onclick: () => download('scores.csv', DATA.scores) }, 'Download scores.csv'),
      rawTable(SCORES, 'scores.csv'),
    ]));
  }
  if (DATA.headings) place.append(folded('Headings: heading.csv', () => rawTable(parseCSV(DATA.headings), 'heading.csv')));
}

// MARK: Operating curves

const RULE_SHAPES = {
  ours: (x, y) => `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0`, contract: (x, y) => `M${x - 4} ${y - 4}h8v8h-8Z`,
  'naive-2g': (x, y) => `M${x} ${y - 5}L${x + 5} ${y + 4}H${x - 5}Z`, 'tilt-20deg': (x, y) => `M${x - 4} ${y - 4}h8v8h-8Z`,
  variance: (x, y) => `M${x} ${y - 5}L${x + 5} ${y + 4}H${x - 5}Z`,
};

/** False alarms run from none to hundreds: even steps up to about one, then as powers. */
const squeeze = (rate) => Math.asinh(rate);

function curveChart(curves) {
  const [first] = curves;
  const [width, height, left, right, top, bottom] = [440, 300, 46, 426, 14, 258];
  const rates = curves.flatMap((curve) => curve.points.map((point) => point.falseAlarmsPerHour));
  const limit = squeeze(Math.max(1, ...rates) * 1.25);
  const x = (rate) => left + 12 + (squeeze(rate) / limit) * (right - left - 12);
  const y = (share) => bottom - 8 - share * (bottom - top - 18);
  const speed = first.speed === 'measured' ? '' : `speed ${first.speed}, `;
  const title = `${first.detector}, ${first.dataset}, ${first.origin}, ${speed}${first.split}`;
  const svg = draw('svg', { class: 'curve', viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': `Operating curves: ${title}` });
  const frame = draw('g', { class: 'grid', 'aria-hidden': 'true' });
  for (const rate of [0, 1, 3, 10, 30, 100, 300, 1000, 3000].filter((rate) => squeeze(rate) <= limit)) {
    frame.append(draw('line', { x1: x(rate), x2: x(rate), y1: top, y2: bottom }), draw('text', { x: x(rate), y: bottom + 15, 'text-anchor': 'middle' }, String(rate)));
  }
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    frame.append(draw('line', { x1: left, x2: right, y1: y(share), y2: y(share) }), draw('text', { x: left - 6, y: y(share) + 4, 'text-anchor': 'end' }, `${100 * share} %`));
  }
  frame.append(draw('text', { x: (left + right) / 2, y: height - 8, 'text-anchor': 'middle' }, 'false alarms an hour'));
  svg.append(frame);
  const points = [];
  for (const curve of [...curves].reverse()) {
    const group = draw('g', { class: `line ${curve.rule}` });
    group.append(draw('path', { class: 'course', d: curve.points.map((point, i) => `${i ? 'L' : 'M'}${x(point.falseAlarmsPerHour)} ${y(point.recall)}`).join(''), 'aria-hidden': 'true' }));
    const shipped = curve.points.find((point) => point.isShipped);
    if (shipped) {
      const [px, py] = [x(shipped.falseAlarmsPerHour), y(shipped.recall)];
      group.append(
        draw('path', { class: 'whisker', 'aria-hidden': 'true', d: `M${px} ${y(shipped.recallLow)}V${y(shipped.recallHigh)}M${px} ${py}H${Math.min(right, x(shipped.falseAlarmsPerHourBound))}` }),
        draw('circle', { class: 'ring', 'aria-hidden': 'true', cx: px, cy: py, r: 8 }),
      );
    }
    for (const point of curve.points) {
      const text = `${curve.rule}, ${curve.threshold} ${short(point.value)} ${curve.unit}${point.isShipped ? ' (as scored)' : ''}: ${point.found} of ${point.labels} found, ${count(point.falseAlarms, 'false alarm')}, ${short(point.falseAlarmsPerHour)} an hour`;
      const element = draw('path', { class: 'point', d: RULE_SHAPES[curve.rule](x(point.falseAlarmsPerHour), y(point.recall)), tabindex: -1, role: 'img', 'aria-label': text });
      const show = () => placeTip(element, [make('strong', {}, curve.rule), make('span', {}, `${curve.threshold} ${short(point.value)} ${curve.unit}${point.isShipped ? ' (as scored)' : ''}`), make('span', {}, `${point.found} of ${point.labels} found (${short(100 * point.recallLow, 0)} to ${short(100 * point.recallHigh, 0)} %)`), make('span', {}, `${count(point.falseAlarms, 'false alarm')}: ${short(point.falseAlarmsPerHour)} an hour, ≤ ${short(point.falseAlarmsPerHourBound)}`)]);
      fill(element, { onpointerenter: show, onfocus: show, onpointerleave: hideTip, onblur: hideTip });
      points.push({ element, rule: curve.rule });
      group.append(element);
    }
    svg.append(group);
  }
  roving(points.map((point) => point.element), () => {});
  const legend = make('ul', { class: 'legend' }, curves.map((curve) => {
    const shipped = curve.points.find((point) => point.isShipped);
    const key = draw('svg', { viewBox: '0 0 26 14', class: `key line ${curve.rule}`, 'aria-hidden': 'true' }, draw('path', { class: 'course', d: 'M1 7H25' }), draw('path', { class: 'point', d: RULE_SHAPES[curve.rule](13, 7) }));
    return make('li', {}, key, make('span', {}, make('strong', {}, curve.rule), ` ${curve.threshold} ${short(curve.points[0].value)} to ${short(curve.points[curve.points.length - 1].value)} ${curve.unit}`, shipped ? `, as scored ${short(shipped.value)}` : ''));
  }));
  const table = folded('As a table', () => scroller(
    make('table', { class: 'raw' },
      make('thead', {}, make('tr', {}, ['Rule', 'Threshold', 'Value', 'Found', 'Labels', 'Recall', '95 % interval', 'False', 'An hour', 'Bound'].map((head) => make('th', { scope: 'col' }, head)))),
      make('tbody', {}, curves.flatMap((curve) => curve.points.map((point) => make('tr', { class: point.isShipped ? 'ours' : null }, [
        curve.rule, curve.threshold, `${short(point.value)} ${curve.unit}` + (point.isShipped ? ' (as scored)' : ''), String(point.found), String(point.labels), short(point.recall, 3),
        `${short(point.recallLow, 3)}–${short(point.recallHigh, 3)}`, String(point.falseAlarms), short(point.falseAlarmsPerHour, 2), short(point.falseAlarmsPerHourBound, 2),
      ].map((text) => make('td', {}, text))))))),
    `Operating curves of ${title}, as a table`,
  ));
  return make('figure', { class: 'panel', 'data-dataset': first.dataset, 'data-detector': first.detector, 'data-split': first.split },
    make('figcaption', {}, make('h3', {}, `${first.detector} · ${first.dataset}`), make('span', { class: 'tags' }, badges(first), make('span', { class: 'badge' }, first.split))), svg, legend, table);
}

function showCurves() {
  const place = byId('curve-charts');
  const groupOf = (curve) => [curve.detector, curve.dataset, curve.origin, curve.speed, curve.split].join('\n');
  const groups = [...new Set(DATA.curves.map(groupOf))];
  if (!groups.length) place.append(make('p', {}, 'No recording holds a labelled event of the detectors that were asked for, so there is no rate of detection.'));
  for (const group of groups) place.append(curveChart(DATA.curves.filter((curve) => groupOf(curve) === group)));
}

// MARK: Recordings

/** What our own rule did on a timeline, for a detector or for all. */
function tally(timeline, detector = '') {
  const ours = timeline.tallies.filter((each) => each.rule === 'ours' && (!detector || each.detector === detector));
  const sum = (key) => ours.reduce((total, each) => total + each[key], 0);
  return { scored: ours.length > 0, missed: sum('labels') - sum('found'), falseAlarms: sum('falseAlarms'), found: sum('found'), labels: sum('labels') };
}

const OUTCOME_FILTERS = {
  all: ['all', () => true], trouble: ['missed or false', (t) => t.missed > 0 || t.falseAlarms > 0], missed: ['missed', (t) => t.missed > 0],
  false: ['false alarm', (t) => t.falseAlarms > 0], found: ['found', (t) => t.found > 0],
  quiet: ['nothing, rightly', (t) => t.scored && t.labels === 0 && t.falseAlarms === 0], unscored: ['not scored', (t) => !t.scored],
};

const PAGE = 30;

const cards = [];
let shown = [];
let limit = PAGE;

function chips(timeline) {
  const result = tally(timeline);
  if (!result.scored) return [make('span', { class: 'chip' }, 'not scored')];
  const parts = [];
  if (result.missed) parts.push(make('span', { class: 'chip missed' }, `${result.missed} missed`));
  if (result.falseAlarms) parts.push(make('span', { class: 'chip false' }, count(result.falseAlarms, 'false alarm')));
  if (result.found) parts.push(make('span', { class: 'chip found' }, `${result.found} found`));
  if (!parts.length) parts.push(make('span', { class: 'chip' }, 'nothing to find, nothing found'));
  return parts;
}

function makeCard(timeline, index) {
  const id = `recording-${index}`;
  const body = make('div', { class: 'body', id: `${id}-body`, hidden: true });
  const button = make('button', { type: 'button', class: 'open', 'aria-expanded': 'false', 'aria-controls': `${id}-body` }, timeline.recording);
  const element = make('article', { class: 'card', id, 'data-recording': timeline.recording, 'data-dataset': timeline.dataset, 'data-speed': timeline.speed, 'aria-labelledby': `${id}-name` },
    make('header', {},
      make('h3', { id: `${id}-name` }, button),
      make('span', { class: 'tags' }, make('span', { class: 'set' }, timeline.dataset), badges(timeline), make('span', { class: 'badge' }, timeline.split), make('span', { class: 'length' }, `${short(timeline.end - timeline.start, 1)} s`)),
      make('span', { class: 'chips' }, chips(timeline))),
    body);
  const card = { timeline, element, body, button, view: null, index };
  card.words = [timeline.recording, timeline.dataset, timeline.device, timeline.placement, timeline.note, timeline.origin, timeline.speed, ...timeline.labels.map((label) => `${label.detector} ${label.kind} ${label.note}`)].join(' ').toLowerCase();
  button.addEventListener('click', () => toggleCard(card, body.hidden));
  return card;
}

function toggleCard(card, open) {
  card.body.hidden = !open;
  card.button.setAttribute('aria-expanded', String(open));
  if (open && !card.view) openCard(card);
}

const KEYS = 'Arrows pan, + and − zoom, Home and End go to the ends, 0 shows all. Drag to pan, double-click or Ctrl with the wheel to zoom, Shift-drag to mark an interval; on a touch screen drag and pinch.';

function openCard(card) {
  const { timeline, body } = card;
  const facts = [['device', timeline.device], ['placement', timeline.placement], ['labelled for', timeline.labelledFor.join(', ')], ['note', timeline.note]].filter(([, text]) => text);
  const range = make('span', { class: 'range', role: 'status' });
  const readout = make('span', { class: 'readout', 'aria-hidden': 'true' });
  const detail = make('div', { class: 'detail', role: 'region', 'aria-live': 'polite', 'aria-label': `What settled the chosen event of ${nameOf(timeline)}` }, make('p', { class: 'hint' }, 'Choose a label or an event to see what settled it.'));
  const stage = make('div', { class: 'stage' });
  const act = (text, name, action) => make('button', { type: 'button', 'aria-label': name, title: name, onclick: () => action(card.view) }, text);
  const marking = make('button', { type: 'button', class: 'marking', 'aria-pressed': 'false' }, 'Mark an interval');
  const tools = make('div', { class: 'tools', role: 'toolbar', 'aria-label': `Range of ${nameOf(timeline)}` },
    act('←', 'Pan left', (view) => view.pan(-0.25)), act('→', 'Pan right', (view) => view.pan(0.25)), act('+', 'Zoom in', (view) => view.zoom(0.6)),
    act('−', 'Zoom out', (view) => view.zoom(1 / 0.6)), act('All', 'Show all', (view) => view.showAll()), marking, range, readout);
  body.append(make('dl', { class: 'facts' }, facts.map(([name, text]) => make('div', {}, make('dt', {}, name), make('dd', {}, text)))), tools, stage, detail);
  card.view = new Timeline(stage, timeline, { chosen: (mark) => showDetail(detail, timeline, mark) });
  card.view.rangeText = range;
  card.view.readout = readout;
  card.view.showRange();
  marking.addEventListener('click', () => {
    card.view.marksIntervals = !card.view.marksIntervals;
    marking.setAttribute('aria-pressed', String(card.view.marksIntervals));
    card.view.plot.classList.toggle('marks', card.view.marksIntervals);
    form.open = true;
  });
  const form = labelForm(card);
  body.append(thinning(timeline), form, folded('Labels and events as a table', () => eventTable(card.view.marks, timeline)));
  const telling = card.view.marks.find((mark) => mark.outcome === 'missed') ?? card.view.marks.find((mark) => mark.outcome === 'false' && mark.rule === 'ours')
    ?? card.view.marks.find((mark) => mark.outcome === 'found' && mark.type !== 'label' && mark.rule === 'ours');
  if (telling) card.view.choose(telling);
}

/** The name of a replay, which tells it from others of the same recording. */
function nameOf({ recording, dataset, speed }) {
  return `${recording}, ${dataset}${speed === 'measured' ? '' : `, speed ${speed}`}`;
}

/** Says how much of the signals is drawn. */
function thinning(timeline) {
  const parts = [['acceleration', timeline.acceleration], ['rotation rate', timeline.rotation], ['speed', timeline.speedMps]].filter(([, signal]) => signal)
    .map(([name, signal]) => (signal.kept === signal.samples ? `${name}: all ${count(signal.samples, 'sample')}` : `${name}: ${signal.kept.toLocaleString('en')} of ${count(signal.samples, 'sample')}, every stretch’s smallest and largest`));
  return make('p', { class: 'note' }, parts.length ? `Drawn of ${parts.join('; of ')}.` : 'No signal was recorded.');
}

function checkTable(checks, decided) {
  return make('table', { class: 'checks' },
    make('thead', {}, make('tr', {}, ['Check', 'Measured', 'Threshold', 'Unit', 'Verdict'].map((head) => make('th', { scope: 'col' }, head)))),
    make('tbody', {}, checks.map((check) => make('tr', { class: `${check[3]}${check === decided ? ' decided' : ''}` },
      make('th', { scope: 'row' }, make('code', {}, check[0]), check === decided ? make('span', { class: 'badge' }, 'decided') : null),
      make('td', { class: 'number', title: check[1] ?? '' }, short(check[1])), make('td', { class: 'number', title: check[2] ?? '' }, short(check[2])),
      make('td', {}, check[1] === null && check[2] === null ? '' : DATA.units[check[0]] ?? ''), make('td', { class: 'verdict' }, VERDICTS[check[3]])))));
}

function showDetail(place, timeline, mark) {
  const parts = [make('h4', {}, mark.title, ' ', mark.outcome ? make('span', { class: `chip ${mark.outcome}` }, outcomeOf(mark)) : null)];
  if (mark.type === 'label') {
    const label = mark.source;
    parts.push(make('p', {}, `${short(label.start, 3)} to ${short(label.end, 3)} s`));
    if (label.note) parts.push(make('p', { class: 'note-text' }, label.note));
    const rules = Object.entries(label.matches);
    if (rules.length) {
      parts.push(make('ul', {}, rules.map(([rule, index]) => make('li', {}, make('strong', {}, rule), index < 0 ? ': missed' : `: found, ${timeline.events[index].event} at ${short(timeline.events[index].t, 3)} s`))));
    }
    if (label.matches.ours === -1) parts.push(...nearby(timeline, label));
  } else {
    const { fields = {}, checks, checkedAt } = mark.source;
    const shownFields = DATA.fields.filter((name) => name in fields).map((name) => [name, fields[name]]);
    parts.push(make('p', {}, mark.type === 'attempt' ? '' : `by ${mark.rule}, at ${short(mark.source.t, 3)} s`));
    if (shownFields.length) parts.push(make('dl', { class: 'facts' }, shownFields.map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, `${/^-?\d/.test(value) ? short(value) : value} ${FIELD_UNITS[name] ?? ''}`)))));
    if (checks?.length) parts.push(make('p', { class: 'note' }, `Checked at ${short(checkedAt, 3)} s:`), scroller(checkTable(checks, mark.check), `Checks, ${nameOf(timeline)}`));
    else parts.push(make('p', { class: 'note' }, 'Such a rule has no checks beyond its thresholds.'));
  }
  place.replaceChildren(...parts);
}

/** What our rule looked at around a label that it missed. */
function nearby(timeline, label) {
  const about = marksOf(timeline).filter((mark) => mark.type !== 'label' && mark.rule === 'ours' && mark.detector === label.detector && mark.to >= label.start - 0.5 && mark.from <= label.end + 20);
  if (!about.length) return [make('p', { class: 'note' }, 'Nothing was looked at there: no threshold that begins it was reached.')];
  return [make('p', { class: 'note' }, 'What was looked at there:'), make('ul', {}, about.slice(0, 8).map((mark) => make('li', {}, `${mark.title}, ${short(mark.at, 3)} s`, mark.check ? ': ' : '', mark.check ? make('code', {}, checkText(mark.check)) : null)))];
}

function eventTable(marks, timeline) {
  return scroller(
    make('table', { class: 'raw events' },
      make('caption', {}, `Labels and events of ${nameOf(timeline)}, in order of time`),
      make('thead', {}, make('tr', {}, ['From, s', 'To, s', 'What', 'Rule', 'Outcome', 'What settled it'].map((head) => make('th', { scope: 'col' }, head)))),
      make('tbody', {}, marks.map((mark) => make('tr', {}, [short(mark.from, 3), short(mark.to, 3), mark.title, mark.rule, outcomeOf(mark), mark.check ? checkText(mark.check) : ''].map((text) => make('td', {}, text)))))),
    `Labels and events of ${nameOf(timeline)}, as a table`,
  );
}

function applyFilter() {
  const words = byId('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  const [detector, outcome, dataset, split] = ['by-detector', 'by-outcome', 'by-dataset', 'by-split'].map((id) => byId(id).value);
  shown = cards.filter(({ timeline, words: text }) => words.every((word) => text.includes(word)) && (!dataset || timeline.dataset === dataset)
    && (!split || timeline.split === split) && (!detector || timeline.labelledFor.includes(detector)) && OUTCOME_FILTERS[outcome][1](tally(timeline, detector)));
  const rank = ({ timeline }) => {
    const result = tally(timeline, detector);
    return [-result.missed, -result.falseAlarms, -Number(result.scored)];
  };
  shown.sort((a, b) => {
    const [one, other] = [rank(a), rank(b)];
    const i = one.findIndex((value, place) => value !== other[place]);
    return i < 0 ? a.index - b.index : one[i] - other[i];
  });
  showList();
}

function showList() {
  byId('list').replaceChildren(...shown.slice(0, limit).map((card) => card.element));
  byId('count').textContent = `${count(shown.length, 'replay')} of ${cards.length}, missed ones first, then false alarms. Printing prints these.`;
  const rest = shown.length - limit;
  byId('more').replaceChildren(...(rest > 0 ? [make('button', { type: 'button', onclick: () => { limit += PAGE; showList(); } }, `Show ${Math.min(rest, PAGE)} more of ${rest}`)] : []));
}

function options(select, pairs) {
  select.append(...pairs.map(([value, text]) => make('option', { value }, text)));
  select.addEventListener('change', () => { limit = PAGE; applyFilter(); });
}

function showRecordings() {
  const distinct = (values) => [...new Set(values)].map((value) => [value, value]);
  DATA.timelines.forEach((timeline, index) => cards.push(makeCard(timeline, index)));
  options(byId('by-detector'), [['', 'any'], ...distinct(DATA.timelines.flatMap((timeline) => timeline.labelledFor))]);
  options(byId('by-outcome'), Object.entries(OUTCOME_FILTERS).map(([key, [text]]) => [key, text]));
  options(byId('by-dataset'), [['', 'all'], ...distinct(DATA.timelines.map((timeline) => timeline.dataset))]);
  options(byId('by-split'), [['', 'all'], ...distinct(DATA.timelines.map((timeline) => timeline.split))]);
  byId('search').addEventListener('input', () => { limit = PAGE; applyFilter(); });
  byId('filter').addEventListener('submit', (event) => event.preventDefault());
  applyFilter();
  if (shown.length) toggleCard(shown[0], true);
}

// MARK: New labels

const newLabels = [];

function labelForm(card) {
  const { timeline, view } = card;
  const [detector, start, end, note] = [make('select'), make('input', { type: 'number', step: 'any' }), make('input', { type: 'number', step: 'any' }), make('input', { type: 'text' })];
  const kind = make('input', { type: 'text', list: `kinds-${card.index}`, required: true, autocomplete: 'off' });
  const kinds = make('datalist', { id: `kinds-${card.index}` });
  const message = make('p', { class: 'message', role: 'status' });
  detector.append(...['crash', 'distraction', 'context', 'manoeuvre'].map((name) => make('option', {}, name)));
  const offer = () => kinds.replaceChildren(...(DATA.labelKinds[detector.value] ?? []).map((name) => make('option', { value: name })));
  detector.addEventListener('change', offer);
  offer();
  const put = (from, to) => {
    start.value = from.toFixed(3);
    end.value = to.toFixed(3);
  };
  view.selected = put;
  for (const input of [start, end]) {
    input.addEventListener('input', () => {
      if (start.value === '' || end.value === '' || Number(start.value) > Number(end.value)) return;
      view.interval = [Number(start.value), Number(end.value)];
      view.drawSelection();
    });
  }
  const field = (text, ...inputs) => make('label', {}, text, ...inputs);
  const form = make('form', { class: 'label-form', 'aria-label': `New label of ${nameOf(timeline)}` },
    field('Start, s', start), field('End, s', end), make('button', { type: 'button', onclick: () => view.select(...view.view) }, 'Take the range in view'),
    field('Detector', detector), field('Kind', kind, kinds), field('Note', note), make('button', { type: 'submit', class: 'primary' }, 'Add the label'), message);
  form.noValidate = true;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const label = { dataset: timeline.dataset, recording: timeline.recording, detector: detector.value, kind: kind.value.trim(), start: start.value, end: end.value, note: note.value.trim() };
    const problem = labelProblem(label, timeline);
    message.textContent = problem ?? `Added ${label.detector}:${label.kind}:${label.start}:${label.end}; it stands under “New labels” at the end of the page.`;
    message.classList.toggle('problem', problem !== null);
    if (problem) return;
    newLabels.push(label);
    note.value = '';
    view.clearSelection();
    showNewLabels();
  });
  return make('details', { class: 'labelling' }, make('summary', {}, 'Mark a label'), make('p', { class: 'note' }, 'Press “Mark an interval” and drag on the timeline, or type the times.'), form);
}

/** Why a label can't be one, in the words of whoever marks it, or null. */
function labelProblem(label, timeline) {
  const [start, end] = [Number(label.start), Number(label.end)];
  if (label.start === '' || label.end === '' || !Number.isFinite(start) || !Number.isFinite(end)) return 'Start and end have to be seconds.';
  if (start > end) return 'The end lies before the start.';
  if (start < timeline.start || end > timeline.end) return `The recording goes from ${short(timeline.start, 3)} to ${short(timeline.end, 3)} s.`;
  const known = DATA.labelKinds[label.detector] ?? [];
  if (!label.kind || (known.length && !known.includes(label.kind))) return known.length ? `The kind has to be one of ${known.join(', ')}.` : 'The kind has to be a word.';
  if (isContext(label)) return null;
  const others = [...timeline.labels, ...newLabels.filter((other) => other.dataset === label.dataset && other.recording === label.recording)];
  const other = others.find((each) => each.detector === label.detector && ((start < Number(each.end) && Number(each.start) < end) || (start === Number(each.start) && end === Number(each.end))));
  return other ? `It overlaps ${other.detector}:${other.kind}:${other.start}:${other.end}.` : null;
}

/** The new labels as the file that the command takes. */
function labelFile() {
  const columns = ['dataset', 'recording', 'detector', 'kind', 'start', 'end', 'note'];
  return [columns, ...newLabels.map((label) => columns.map((column) => label[column]))].map((row) => `${row.map(csvCell).join(',')}\n`).join('');
}

function showNewLabels() {
  const place = byId('new-labels');
  if (!newLabels.length) {
    place.replaceChildren(make('p', {}, 'None so far. Open a recording and choose “Mark a label”.'));
    return;
  }
  const text = make('textarea', { readonly: true, rows: Math.min(12, newLabels.length + 1), 'aria-label': 'New labels, as a file', spellcheck: 'false' });
  text.value = labelFile();
  const sets = [...new Set(newLabels.map((label) => label.dataset))];
  place.replaceChildren(
    make('ul', { class: 'new' }, newLabels.map((label, index) => make('li', {}, make('code', {}, `${label.detector}:${label.kind}:${label.start}:${label.end}`), ` ${label.recording} `,
      make('button', { type: 'button', 'aria-label': `Take back ${label.detector}:${label.kind}:${label.start}:${label.end} of ${label.recording}`, onclick: () => { newLabels.splice(index, 1); showNewLabels(); } }, 'Take back')))),
    text,
    make('p', {}, make('button', { type: 'button', class: 'primary', onclick: () => download('new-labels.csv', labelFile()) }, 'Download new-labels.csv')),
    make('pre', {}, sets.map((set) => `bench-detectors label …/${set} --from new-labels.csv\n`).join('')),
    make('p', { class: 'note' }, 'They are gone when the page is closed.'),
  );
}

// MARK: How to read it, and paper

function showReading() {
  const entry = (shape, type, outcome, text) => make('li', {}, draw('svg', { viewBox: '-11 0 22 22', class: 'key', 'aria-hidden': 'true' }, draw('g', { class: `mark ${type} ${outcome}` }, draw('path', { class: 'shape', d: shape }))), make('span', {}, text));
  byId('reading-text').append(
    make('p', { id: 'keys' }, KEYS),
    make('ul', { class: 'legend shapes' },
      entry(SHAPES.candidate, 'candidate', '', 'a candidate: an impact that may be a crash'), entry(SHAPES.confirmed, 'confirmed', 'found', 'a confirmed crash that a label asks for'),
      entry(SHAPES.confirmed, 'confirmed', 'false', 'a false alarm'), entry(SHAPES.rejected, 'rejected', '', 'an impact that was rejected'),
      entry(SHAPES.opened, 'opened', '', 'a distraction episode is opened; its bar runs from start to end'), entry(SHAPES.attempt, 'attempt', '', 'handling that was no episode, the last look of each stretch'),
      entry(SHAPES.moving, 'moving', '', 'the motion state becomes moving'), entry(SHAPES.stationary, 'stationary', '', 'it becomes stationary')),
    make('p', {}, `Signals are thinned for drawing where a recording has many samples: of each short stretch the smallest and the largest sample are kept, at their own times, so every peak stands at its true height; around labelled crashes and candidates every sample is kept. What a timeline draws is said beneath it. Acceleration includes gravity. The scale of a signal follows the range in view.`),
    make('p', {}, 'Generated: a model made the recording. Composed: a model put it together around something measured. Recorded: a phone took it. Speed assumed: the recording measured none, and one was assumed, kept or, “assumed-braked”, braked to a stop at 0.9 g after its spike.'),
    make('p', {}, 'An operating curve moves one threshold and leaves everything else as it is; for our distraction detector it multiplies all thresholds of motion, since each alone leaves the others to find what it misses. A curve can bend back: too low a threshold joins episodes, which then match fewer labels. A value at which the configuration is not possible has no point.'),
    make('p', {}, 'What settled an event are the checks of its detector that were made last before it; a rule beside ours has none. Headings, which come many times a second, are on no timeline.'),
    folded('The configuration', () => make('pre', {}, JSON.stringify(DATA.configuration, null, 2))),
  );
}

function showSummary() {
  const recordings = new Map(DATA.timelines.map((timeline) => [`${timeline.dataset}\n${timeline.recording}`, timeline]));
  const origins = ['recorded', 'composed', 'generated'].map((origin) => {
    const those = [...recordings.values()].filter((timeline) => timeline.origin === origin);
    const hours = those.reduce((sum, timeline) => sum + (timeline.end - timeline.start) / 3600, 0);
    return those.length ? `${count(those.length, `${origin} recording`)} (${short(hours, 2)} h)` : null;
  }).filter(Boolean);
  byId('summary').textContent = origins.length ? `${origins.join(', ')}.` : 'No recordings.';
}

/** Draws what the filter shows as still pictures for paper. */
function preparePrint() {
  for (const card of shown) {
    const paper = make('div', { class: 'paper' });
    card.element.append(paper);
    const still = new Timeline(paper, card.timeline, { still: true });
    const told = still.marks.filter((mark) => mark.type === 'label' || (mark.rule === 'ours' && mark.detector !== 'motion' && mark.type !== 'attempt' && mark.type !== 'rejected'));
    if (told.length) {
      paper.append(make('table', { class: 'raw' }, make('tbody', {}, told.slice(0, 12).map((mark) => make('tr', {}, [mark.type === 'label' ? `${short(mark.from, 2)}–${short(mark.to, 2)} s` : `${short(mark.source.t, 2)} s`, mark.title, outcomeOf(mark), mark.check ? checkText(mark.check) : ''].map((text) => make('td', {}, text)))))));
    }
    card.paper = paper;
  }
  byId('list').replaceChildren(...shown.map((card) => card.element));
}

function finishPrint() {
  for (const card of cards) {
    card.paper?.remove();
    card.paper = null;
  }
  showList();
}

showSummary();
showScores();
showCurves();
showReading();
showRecordings();
showNewLabels();
window.addEventListener('beforeprint', preparePrint);
window.addEventListener('afterprint', finishPrint);
document.addEventListener('keydown', (event) => { if (event.key === 'Escape') hideTip(); });
window.addEventListener('scroll', hideTip, { passive: true });
