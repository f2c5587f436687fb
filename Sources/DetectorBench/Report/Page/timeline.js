'use strict';

// Draws one recording: signals, motion state, labels and events over one axis of time that can be zoomed and panned.

const SVG = 'http://www.w3.org/2000/svg';

/** Makes an element; attributes that are null are left out, text never becomes markup. */
function make(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** Makes an element of a drawing. */
function draw(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(element, attributes, children = []) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

/** A number for reading: four digits that count, or its decimals. */
function short(value, decimals = null) {
  if (value === null || value === undefined || value === '') return '–';
  const number = Number(value);
  if (!Number.isFinite(number)) return '–';
  if (decimals !== null) return number.toFixed(decimals);
  if (number === 0) return '0';
  const size = Math.abs(number);
  if (size >= 1e6 || size < 1e-4) return number.toExponential(2);
  return String(Number(number.toPrecision(4)));
}

/** The floats that stand in base 64, little-endian whatever the machine is. */
function floats(text) {
  const raw = atob(text);
  const view = new DataView(new ArrayBuffer(raw.length));
  for (let i = 0; i < raw.length; i += 1) view.setUint8(i, raw.charCodeAt(i));
  return Float32Array.from({ length: raw.length / 4 }, (_, i) => view.getFloat32(4 * i, true));
}

/** Round numbers that divide a range into at most `count` parts. */
function ticks(low, high, count) {
  const raw = (high - low) / Math.max(1, count);
  if (!(raw > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= raw * 0.999);
  const found = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i += 1) {
    found.push(Number((i * step).toPrecision(12)));
  }
  return found;
}

/** What the fields of an event are measured in. */
const FIELD_UNITS = {
  deadline: 's', start: 's', peakG: 'g', impactDurationMs: 'ms', preImpactSpeedMps: 'm/s', velocityChangeMps: 'm/s',
  peakRotationRate: 'rad/s', durationSec: 's', lat: '°', lon: '°',
};

/** The check that decided, of those that were made: what failed, what confirmed, or what came last. */
function decidingCheck(event) {
  const { checks, fields } = event;
  if (!checks.length) return null;
  const named = checks.find(([code]) => code === fields.reason || code === fields.evidence);
  if (named) return named;
  if (event.event === 'rejected' || event.event === 'attempt') {
    const failed = checks.filter((check) => check[3] === 'failed');
    if (failed.length) return failed[failed.length - 1];
  }
  // What ends an episode is that none of what keeps it up is there.
  if (event.event === 'closed') return checks.find((check) => check[3] === 'failed' && check[1] !== null) ?? null;
  const passed = checks.filter((check) => check[3] === 'passed');
  return passed[passed.length - 1] ?? checks[checks.length - 1];
}

/** A check in a line. */
function checkText([code, measured, threshold, verdict]) {
  const unit = DATA.units[code] ?? '';
  const limit = threshold === null ? '' : ` against ${short(threshold)}`;
  const value = measured === null ? '' : ` ${short(measured)}${limit}${unit ? ` ${unit}` : ''}`;
  return `${code}:${value} ${VERDICTS[verdict] ?? verdict}`.replace('  ', ' ');
}

const VERDICTS = { passed: 'passed', failed: 'failed', skipped: 'skipped', notApplicable: 'not applicable' };

/** How a label or an event came out, in words; nothing where it is not scored. */
function outcomeOf({ type, outcome }) {
  const words = type === 'label' ? { found: 'found', missed: 'missed' } : { found: 'matches a label', false: 'false alarm' };
  return words[outcome] ?? '';
}

/** Everything on a timeline that can be pointed at, in order of time: labels, events, and handling that was no episode. */
function marksOf(timeline) {
  const marks = [];
  for (const label of timeline.labels) {
    const ours = label.matches.ours;
    const outcome = ours === undefined ? '' : ours >= 0 ? 'found' : 'missed';
    const words = { found: ', found by ours', missed: ', missed by ours', '': '' }[outcome];
    marks.push({
      type: 'label', lane: isContext(label) ? 'context' : 'labels', at: label.start, from: label.start, to: label.end,
      outcome, title: `${label.detector} label: ${label.kind}`, detector: label.detector, rule: '', source: label,
      text: `${label.kind}, ${label.detector} label${words}, ${short(label.start, 3)} to ${short(label.end, 3)} s`,
    });
  }
  timeline.events.forEach((event, index) => {
    const t = Number(event.t);
    const start = Number(event.fields.start ?? event.t);
    const isEpisode = event.event === 'closed';
    const end = isEpisode ? start + Number(event.fields.durationSec ?? t - start) : t;
    const check = decidingCheck(event);
    marks.push({
      type: event.event, index, lane: laneOf(event), at: isEpisode ? start : t, from: isEpisode ? start : t, to: end,
      outcome: event.outcome ?? '', title: `${event.detector} ${event.event}`, detector: event.detector, rule: event.rule,
      source: event, check,
      text: [
        `${event.detector} ${event.event} by ${event.rule}`, `${short(t, 3)} s`, outcomeOf({ type: event.event, outcome: event.outcome }) || null,
        check ? checkText(check) : null,
      ].filter(Boolean).join(', '),
    });
  });
  for (const attempt of timeline.attempts) {
    const event = { ...attempt, event: 'attempt', detector: 'distraction', rule: 'ours', fields: {}, checkedAt: attempt.t };
    const check = decidingCheck(event);
    marks.push({
      type: 'attempt', lane: 'distraction · ours', at: Number(attempt.t), from: Number(attempt.t), to: Number(attempt.t),
      outcome: '', title: 'handling that was no episode', detector: 'distraction', rule: 'ours', source: event, check,
      text: `handling that was no episode, ${short(attempt.t, 3)} s, ${checkText(check)}`,
    });
  }
  return marks.sort((a, b) => a.at - b.at || a.to - b.to);
}

function isContext(label) {
  return label.detector === 'context' || label.detector === 'manoeuvre';
}

function laneOf(event) {
  return event.detector === 'motion' ? 'motion state' : `${event.detector} · ${event.rule}`;
}

/** The stretches of the motion state, told from the events; before the first one it is not known. */
function motionStretches(timeline) {
  const changes = timeline.events.filter((event) => event.detector === 'motion' && event.rule === 'ours');
  let from = timeline.start;
  let state = 'unconfirmed';
  const stretches = [];
  for (const change of changes) {
    const t = Number(change.t);
    stretches.push({ from, to: t, state });
    from = t;
    state = change.event;
  }
  stretches.push({ from, to: timeline.end, state });
  return stretches.filter((stretch) => stretch.to > stretch.from);
}

class Timeline {
  /** Draws a timeline into an element; a still one takes no input and fits on paper. */
  constructor(host, timeline, { still = false, chosen = () => {} } = {}) {
    this.host = host;
    this.timeline = timeline;
    this.still = still;
    this.chosen = chosen;
    const margin = Math.max(0.01, (timeline.end - timeline.start) * 0.01);
    this.whole = [timeline.start - margin, timeline.end + margin];
    this.view = [...this.whole];
    this.marks = marksOf(timeline);
    this.signals = [
      this.signal('acceleration', 'acceleration', 'g', 104, timeline.acceleration),
      this.signal('rotation', 'rotation rate', 'rad/s', 66, timeline.rotation),
      this.signal('speed', timeline.speed === 'measured' ? 'speed' : 'speed (assumed)', 'm/s', 54, timeline.speedMps),
    ].filter(Boolean);
    this.build();
    if (still) {
      this.layout(720);
    } else {
      this.observer = new ResizeObserver(() => this.layout(this.plot.clientWidth));
      this.observer.observe(this.plot);
      this.layout(this.plot.clientWidth || 720);
    }
  }

  signal(key, name, unit, height, envelope) {
    if (!envelope) return null;
    // On paper there is room for less.
    return { key, name, unit, height: this.still ? Math.round(height * 0.62) : height, envelope, times: floats(envelope.times), values: floats(envelope.values) };
  }

  /** The parts that stay; what depends on width and range is set by layout and update. */
  build() {
    const { timeline } = this;
    this.svg = draw('svg', { class: 'chart', role: this.still ? 'img' : 'group', 'aria-label': `${this.still ? 'Timeline' : 'Labels and events'} of ${nameOf(timeline)}` });
    this.plot = make('div', { class: 'plot' }, this.svg);
    this.host.append(this.plot);
    this.clipId = `clip-${(Timeline.count = (Timeline.count ?? 0) + 1)}`;
    this.clip = draw('rect', { y: -4 });
    this.svg.append(draw('defs', {}, draw('clipPath', { id: this.clipId }, this.clip)));
    this.grid = draw('g', { class: 'grid', 'aria-hidden': 'true' });
    this.svg.append(this.grid);
    const lanes = ['motion state', 'labels', 'context', 'crash · ours', 'distraction · ours'];
    for (const mark of this.marks) if (!lanes.includes(mark.lane)) lanes.push(mark.lane);
    this.lanes = lanes.filter((lane) => lane === 'motion state' || this.marks.some((mark) => mark.lane === lane))
      .map((name) => ({ name, height: 22 }));
    for (const lane of this.lanes) {
      const members = this.marks.filter((mark) => mark.lane === lane.name);
      members.forEach((mark, i) => { mark.next = members[i + 1]; });
    }
    this.names = draw('g', { class: 'names', 'aria-hidden': 'true' });
    this.svg.append(this.names);
    this.body = draw('g', { 'clip-path': `url(#${this.clipId})` });
    this.svg.append(this.body);
    for (const signal of this.signals) {
      signal.path = draw('path', { class: `signal ${signal.key}${timeline.speed !== 'measured' && signal.key === 'speed' ? ' assumed' : ''}`, 'aria-hidden': 'true' });
      signal.peak = draw('text', { class: 'peak', 'aria-hidden': 'true' });
      this.body.append(signal.path, signal.peak);
    }
    this.stretches = motionStretches(timeline).map((stretch) => {
      const rect = draw('rect', { class: `state ${stretch.state}`, height: 14, 'aria-hidden': 'true' });
      const text = draw('text', { class: 'state-name', 'aria-hidden': 'true' }, stretch.state);
      this.body.append(rect, text);
      return { ...stretch, rect, text };
    });
    this.selection = draw('rect', { class: 'selection', hidden: true, 'aria-hidden': 'true' });
    this.cursor = draw('line', { class: 'cursor', hidden: true, 'aria-hidden': 'true' });
    this.body.append(this.selection, this.cursor);
    for (const mark of this.marks) this.buildMark(mark);
    if (this.still) return;
    this.plot.tabIndex = 0;
    fill(this.plot, {
      role: 'group', 'aria-roledescription': 'timeline', 'aria-label': `Timeline of ${nameOf(timeline)}`,
      'aria-describedby': 'keys', onkeydown: (event) => this.key(event), onwheel: (event) => this.wheel(event),
      ondblclick: (event) => this.zoom(0.5, this.timeAt(event.clientX)), onpointermove: (event) => this.pointerMove(event),
      onpointerdown: (event) => this.pointerDown(event), onpointerup: (event) => this.pointerUp(event),
      onpointercancel: (event) => this.pointerUp(event), onpointerleave: () => this.hideCursor(),
    });
    // A wheel that zooms must not scroll, too, which only a listener that is not passive can prevent.
    this.plot.addEventListener('wheel', (event) => { if (this.takesWheel(event)) event.preventDefault(); }, { passive: false });
    this.pointers = new Map();
    roving(this.marks.map((mark) => mark.element), (index) => this.reveal(this.marks[index]));
  }

  buildMark(mark) {
    const group = draw('g', {
      class: `mark ${mark.type} ${mark.outcome} ${mark.rule === 'ours' || mark.type === 'label' ? '' : 'other'} ${mark.type === 'label' ? (isContext(mark.source) ? 'orientation' : '') : ''}`,
      'data-event': mark.type === 'label' || mark.type === 'attempt' ? null : mark.type,
      'data-detector': mark.detector, 'data-rule': mark.rule || null, 'data-t': mark.source.t ?? null,
      'data-label': mark.type === 'label' ? mark.source.kind : null,
    });
    if (!this.still) fill(group, { role: 'button', tabindex: -1, 'aria-label': mark.text });
    mark.bar = mark.type === 'label' || mark.type === 'closed' ? draw('rect', { class: 'shape', height: 14, y: 4, rx: 2 }) : null;
    mark.hit = draw('rect', { class: 'hit', height: 22 });
    group.append(mark.hit);
    if (mark.bar) {
      mark.caption = draw('text', { class: 'caption', y: 15 }, mark.type === 'label' ? mark.source.kind + (mark.outcome === 'missed' ? ' – missed' : '') : '');
      group.append(mark.bar, mark.caption);
    } else {
      group.append(draw('path', { class: 'shape', d: SHAPES[mark.rule === 'ours' || mark.rule === '' ? mark.type : 'other'] }));
    }
    mark.element = group;
    this.body.append(group);
    if (this.still) return;
    fill(group, {
      onpointerenter: () => showTip(group, mark), onpointerleave: hideTip, onblur: hideTip,
      onfocus: () => { showTip(group, mark); }, onclick: () => this.choose(mark),
      onkeydown: (event) => {
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault();
          event.stopPropagation();
          this.choose(mark);
        } else if (event.key === 'Escape') {
          hideTip();
        }
      },
    });
  }

  choose(mark) {
    for (const other of this.marks) other.element.classList.toggle('chosen', other === mark);
    this.chosen(mark);
  }

  /** Sets out the tracks for a width in pixels. */
  layout(width) {
    if (!(width > 0)) return;
    this.width = width;
    const narrow = width < 560;
    this.left = narrow ? 34 : 150;
    this.right = width - 10;
    const nameHeight = narrow ? 13 : 0;
    let y = 10;
    this.names.replaceChildren();
    const name = (text, middle, unit) => {
      this.names.append(narrow
        ? draw('text', { x: this.left, y: middle }, text + (unit ? `, ${unit}` : ''))
        : draw('text', { x: this.left - (unit ? 40 : 10), y: middle + 4, 'text-anchor': 'end' }, text));
      if (unit && !narrow) this.names.append(draw('text', { class: 'unit', x: this.left - 40, y: middle + 18, 'text-anchor': 'end' }, unit));
    };
    for (const signal of this.signals) {
      if (narrow) name(signal.name, y + 8, signal.unit);
      y += nameHeight;
      signal.top = y;
      if (!narrow) name(signal.name, y + signal.height / 2 - 6, signal.unit);
      y += signal.height + 12;
    }
    for (const lane of this.lanes) {
      if (narrow) name(lane.name, y + 8);
      y += nameHeight;
      lane.top = y;
      if (!narrow) name(lane.name, y + lane.height / 2);
      y += lane.height + 3;
    }
    this.bottom = y + 2;
    this.height = this.bottom + 20;
    fill(this.svg, { viewBox: `0 0 ${width} ${this.height}`, width: this.still ? '100%' : width, height: this.still ? null : this.height });
    fill(this.clip, { x: this.left - 7, width: this.right - this.left + 14, height: this.height });
    this.update();
  }

  x(t) {
    return this.left + ((t - this.view[0]) / (this.view[1] - this.view[0])) * (this.right - this.left);
  }

  timeAt(clientX) {
    const box = this.svg.getBoundingClientRect();
    const x = ((clientX - box.left) / box.width) * this.width;
    return this.view[0] + ((x - this.left) / (this.right - this.left)) * (this.view[1] - this.view[0]);
  }

  /** Draws what depends on the range that is in view. */
  update() {
    const [from, to] = this.view;
    this.grid.replaceChildren();
    for (const t of ticks(from, to, Math.max(2, Math.floor((this.right - this.left) / 80)))) {
      const x = this.x(t);
      if (x < this.left - 1 || x > this.right + 1) continue;
      this.grid.append(
        draw('line', { x1: x, x2: x, y1: 6, y2: this.bottom }),
        draw('text', { x, y: this.bottom + 14, 'text-anchor': 'middle' }, `${t}${x > this.right - 60 ? ' s' : ''}`),
      );
    }
    for (const signal of this.signals) this.updateSignal(signal);
    const laneTop = Object.fromEntries(this.lanes.map((lane) => [lane.name, lane.top]));
    for (const lane of this.lanes) {
      this.grid.append(draw('line', { class: 'lane', x1: this.left, x2: this.right, y1: lane.top + lane.height + 1, y2: lane.top + lane.height + 1 }));
    }
    for (const { from: start, to: end, rect, text } of this.stretches) {
      const [a, b] = [Math.max(this.x(start), this.left), Math.min(this.x(end), this.right)];
      fill(rect, { x: a, width: Math.max(0, b - a), y: laneTop['motion state'] + 4 });
      fill(text, { x: a + 10, y: laneTop['motion state'] + 15, visibility: b - a > 90 ? 'visible' : 'hidden' });
    }
    for (const mark of this.marks) {
      const a = this.x(mark.from);
      const width = Math.max(3, this.x(mark.to) - a);
      fill(mark.element, { transform: `translate(${mark.bar ? 0 : a} ${laneTop[mark.lane]})` });
      if (mark.bar) {
        // A bar longer than the view stays in the range that drawings can hold.
        const [left, right] = [Math.max(a, this.left - 20), Math.min(a + width, this.right + 20)];
        fill(mark.bar, { x: left, width: Math.max(0, right - left) });
        fill(mark.hit, { x: left - 6, width: Math.max(0, right - left) + 12 });
        const room = 6.2 * mark.caption.textContent.length;
        const isInside = right - left > room + 8;
        const end = mark.next ? Math.min(this.right, this.x(mark.next.from)) : this.right;
        const isBeside = !isInside && right + room + 6 < end;
        const isBefore = !isInside && !isBeside && !mark.next && left - room > this.left;
        fill(mark.caption, {
          x: isInside ? Math.max(left, this.left) + 5 : isBefore ? left - 5 : right + 5, 'text-anchor': isBefore ? 'end' : 'start',
          visibility: isInside || isBeside || isBefore ? 'visible' : 'hidden',
        });
        mark.caption.classList.toggle('inside', isInside);
      } else {
        fill(mark.hit, { x: -9, width: 18 });
      }
    }
    this.drawSelection();
    this.showRange();
  }

  updateSignal(signal) {
    const [from, to] = [this.view[0] - this.timeline.start, this.view[1] - this.timeline.start];
    const { times, values } = signal;
    let first = 0;
    while (first < times.length - 1 && times[first + 1] < from) first += 1;
    let last = times.length - 1;
    while (last > first && times[last - 1] > to) last -= 1;
    let top = 0;
    for (let i = first; i <= last; i += 1) {
      if (times[i] >= from && times[i] <= to && values[i] > top) top = values[i];
    }
    const limit = top > 0 ? top * 1.12 : 1;
    const y = (value) => signal.top + signal.height * (1 - value / limit);
    const parts = [];
    let pen = 'M';
    for (let i = first; i <= last; i += 1) {
      if (Number.isNaN(values[i])) {
        pen = 'M';
        continue;
      }
      parts.push(`${pen}${this.x(times[i] + this.timeline.start).toFixed(1)} ${y(values[i]).toFixed(1)}`);
      pen = 'L';
    }
    fill(signal.path, { d: parts.join('') || 'M0 0' });
    for (const value of ticks(0, limit, signal.height > 80 ? 4 : 2)) {
      this.grid.append(
        draw('line', { class: 'level', x1: this.left, x2: this.right, y1: y(value), y2: y(value) }),
        draw('text', { x: this.left - 5, y: y(value) + 3.5, 'text-anchor': 'end' }, short(value)),
      );
    }
    const at = signal.envelope.largestAt;
    const isShown = signal.key === 'acceleration' && at >= this.view[0] && at <= this.view[1];
    const x = this.x(at);
    const isLeft = x < (this.left + this.right) / 2;
    fill(signal.peak, { x: isLeft ? x + 6 : x - 6, y: y(signal.envelope.largest) + 4, 'text-anchor': isLeft ? 'start' : 'end', visibility: isShown ? 'visible' : 'hidden' });
    signal.peak.textContent = `${short(signal.envelope.largest)} ${signal.unit}`;
  }

  /** Says which range is in view. */
  showRange() {
    this.plot.dataset.from = this.view[0];
    this.plot.dataset.to = this.view[1];
    if (this.rangeText) this.rangeText.textContent = `${short(Math.max(this.view[0], this.timeline.start), 2)} to ${short(Math.min(this.view[1], this.timeline.end), 2)} s`;
  }

  showAll() {
    this.view = [...this.whole];
    this.update();
  }

  /** Shows a range, held within the recording and no shorter than 20 ms. */
  show(from, to) {
    const length = Math.min(Math.max(to - from, 0.02), this.whole[1] - this.whole[0]);
    const middle = (from + to) / 2;
    const start = Math.min(Math.max(middle - length / 2, this.whole[0]), this.whole[1] - length);
    this.view = [start, start + length];
    this.update();
  }

  zoom(factor, about = (this.view[0] + this.view[1]) / 2) {
    const [from, to] = this.view;
    const length = Math.min(Math.max((to - from) * factor, 0.02), this.whole[1] - this.whole[0]);
    const share = (about - from) / (to - from);
    this.show(about - length * share, about + length * (1 - share));
  }

  pan(share) {
    const step = (this.view[1] - this.view[0]) * share;
    this.show(this.view[0] + step, this.view[1] + step);
  }

  /** Brings a mark into view. */
  reveal(mark) {
    const [from, to] = this.view;
    if (mark.at >= from && mark.at <= to) return;
    this.show(mark.at - (to - from) / 2, mark.at + (to - from) / 2);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const length = this.view[1] - this.view[0];
    const focused = this.marks.find((mark) => mark.element === document.activeElement);
    const actions = {
      ArrowLeft: () => this.pan(event.shiftKey ? -0.05 : -0.2), ArrowRight: () => this.pan(event.shiftKey ? 0.05 : 0.2),
      '+': () => this.zoom(0.6, focused?.at), '=': () => this.zoom(0.6, focused?.at), '-': () => this.zoom(1 / 0.6, focused?.at),
      _: () => this.zoom(1 / 0.6, focused?.at), Home: () => this.show(this.whole[0], this.whole[0] + length),
      End: () => this.show(this.whole[1] - length, this.whole[1]), 0: () => this.showAll(),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  takesWheel(event) {
    return event.ctrlKey || event.metaKey || event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
  }

  wheel(event) {
    if (!this.takesWheel(event)) return;
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY) && !event.shiftKey) this.pan(event.deltaX / 800);
    else this.zoom(Math.exp((event.deltaY || event.deltaX) / 400), this.timeAt(event.clientX));
  }

  pointerDown(event) {
    if (event.button !== 0) return;
    this.pointers.set(event.pointerId, event.clientX);
    this.isMarking = (event.shiftKey || this.marksIntervals) && this.pointers.size === 1;
    this.markedFrom = this.timeAt(event.clientX);
    this.dragged = 0;
  }

  pointerMove(event) {
    if (!this.pointers.has(event.pointerId)) {
      this.readOut(event);
      return;
    }
    const before = [...this.pointers.values()];
    const moved = event.clientX - this.pointers.get(event.pointerId);
    this.dragged += Math.abs(moved);
    // Only what is dragged is held: a click has to reach the mark under it.
    if (this.dragged > 4 && !this.plot.hasPointerCapture(event.pointerId)) this.plot.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, event.clientX);
    if (this.pointers.size === 2) {
      const after = [...this.pointers.values()];
      const [was, is] = [Math.abs(before[0] - before[1]), Math.abs(after[0] - after[1])];
      if (was > 10 && is > 10) this.zoom(was / is, this.timeAt((after[0] + after[1]) / 2));
    } else if (this.isMarking) {
      const now = this.timeAt(event.clientX);
      this.select(Math.min(now, this.markedFrom), Math.max(now, this.markedFrom));
    } else {
      this.pan(-moved / this.svg.getBoundingClientRect().width * (this.width / (this.right - this.left)));
    }
  }

  pointerUp(event) {
    this.pointers.delete(event.pointerId);
    this.isMarking = false;
  }

  /** Shows an interval as chosen, and gives it to whoever marks. */
  select(from, to) {
    const { start, end } = this.timeline;
    this.interval = [Math.max(start, from), Math.min(end, to)];
    this.drawSelection();
    this.selected?.(...this.interval);
  }

  drawSelection() {
    if (!this.interval) return;
    const [a, b] = this.interval.map((t) => this.x(t));
    this.selection.removeAttribute('hidden');
    fill(this.selection, { x: a, width: Math.max(1, b - a), y: 6, height: this.bottom - 6 });
  }

  clearSelection() {
    this.interval = null;
    this.selection.setAttribute('hidden', '');
  }

  /** Says what the signals are under the pointer. */
  readOut(event) {
    const t = this.timeAt(event.clientX);
    if (t < this.view[0] || t > this.view[1]) {
      this.hideCursor();
      return;
    }
    this.cursor.removeAttribute('hidden');
    fill(this.cursor, { x1: this.x(t), x2: this.x(t), y1: 6, y2: this.bottom });
    const values = this.signals.map((signal) => {
      const value = nearestValue(signal, t - this.timeline.start);
      return value === null ? null : `${short(value)} ${signal.unit}`;
    });
    if (this.readout) this.readout.textContent = [`${short(t, 3)} s`, ...values.filter(Boolean)].join('  ·  ');
  }

  hideCursor() {
    this.cursor.setAttribute('hidden', '');
    if (this.readout) this.readout.textContent = '';
  }
}

/** The kept sample next to an instant, or null where none is within a second and a half. */
function nearestValue({ times, values }, t) {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] < t) low = middle + 1;
    else high = middle;
  }
  const near = [low - 1, low].filter((i) => i >= 0 && i < times.length && !Number.isNaN(values[i]));
  if (!near.length) return null;
  const best = near.reduce((a, b) => (Math.abs(times[a] - t) <= Math.abs(times[b] - t) ? a : b));
  return Math.abs(times[best] - t) <= 1.5 ? values[best] : null;
}

/** The shapes of instants, around the place of their time in a lane of 22 pixels. */
const SHAPES = {
  candidate: 'M0 4L7 11L0 18L-7 11Z', confirmed: 'M0 3L8 11L0 19L-8 11Z', rejected: 'M-4 7L4 15M4 7L-4 15',
  opened: 'M-2 4V18M-2 5L6 9L-2 13', moving: 'M-3 5L5 11L-3 17Z', stationary: 'M-5 6H5V16H-5Z',
  attempt: 'M-2.5 11A2.5 2.5 0 1 0 2.5 11A2.5 2.5 0 1 0 -2.5 11', other: 'M-1.2 4H1.2V18H-1.2Z',
};

/** Makes one stop of many marks: arrows go from one to the next. */
function roving(elements, reveal) {
  if (elements.length) elements[0].setAttribute('tabindex', 0);
  elements.forEach((element, index) => {
    element.addEventListener('focus', () => {
      elements.forEach((other) => other.setAttribute('tabindex', other === element ? 0 : -1));
    });
    element.addEventListener('keydown', (event) => {
      const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: elements.length - 1 }[event.key];
      if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      const target = elements[Math.min(Math.max(next, 0), elements.length - 1)];
      reveal(Math.min(Math.max(next, 0), elements.length - 1));
      target.focus();
    });
  });
}

/** Shows a mark in a few words beside it. */
function showTip(element, mark) {
  const lines = [
    make('strong', {}, mark.title),
    make('span', {}, mark.from === mark.to || mark.type === 'opened' ? `${short(mark.at, 3)} s` : `${short(mark.from, 3)} to ${short(mark.to, 3)} s`),
    mark.rule && mark.rule !== 'ours' ? make('span', {}, `rule ${mark.rule}`) : null,
    mark.outcome ? make('span', { class: `chip ${mark.outcome}` }, outcomeOf(mark)) : null,
    mark.check ? make('code', {}, checkText(mark.check)) : null,
    mark.source.note ? make('span', {}, mark.source.note) : null,
  ];
  placeTip(element, lines);
}

/** Puts lines beside an element, within the window. */
function placeTip(element, lines) {
  const tip = document.getElementById('tip');
  tip.replaceChildren(...lines.filter(Boolean));
  tip.hidden = false;
  const box = element.getBoundingClientRect();
  const size = tip.getBoundingClientRect();
  const left = Math.min(Math.max(6, box.left + box.width / 2 - size.width / 2), window.innerWidth - size.width - 6);
  const above = box.top - size.height - 8;
  tip.style.left = `${Math.max(6, left)}px`;
  tip.style.top = `${above > 4 ? above : box.bottom + 8}px`;
}

function hideTip() {
  document.getElementById('tip').hidden = true;
}
