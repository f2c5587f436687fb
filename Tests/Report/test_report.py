"""Opens the report page in headless Chromium and holds what it shows against the files that lie beside it."""

import base64
import json
import os
import subprocess
import tempfile
import time
import unicodedata
import unittest
from pathlib import Path
from typing import Any

import axe_core_python
from pypdf import PdfReader
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from small_set import HOSTILE_NAME, HOSTILE_NOTE, make_small_sets, read_rows

ROOT = Path(__file__).resolve().parents[2]
BENCH = os.environ["BENCH"]
AXE = (Path(axe_core_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
PLACE = ["dataset", "origin", "speed", "split", "detector", "rule"]


def attribute(element: WebElement, name: str) -> str:
    """What an element says under a name; nothing where it says nothing."""
    return element.get_attribute(name) or ""


class ReportPage(unittest.TestCase):
    """One page of a small set, opened anew for each test."""

    work: tempfile.TemporaryDirectory[str]
    sets: Path
    out: Path
    driver: webdriver.Chrome

    @classmethod
    def setUpClass(cls) -> None:
        cls.work = tempfile.TemporaryDirectory()
        cls.sets = Path(cls.work.name) / "sets"
        cls.out = Path(cls.work.name) / "out"
        make_small_sets(ROOT / "datasets", cls.sets)
        subprocess.run(
            [BENCH, "report", "--datasets", cls.sets, "--out", cls.out], check=True, stdout=subprocess.DEVNULL
        )
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]:
            options.add_argument(argument)
        options.add_argument("--window-size=1280,1000")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        cls.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))

    @classmethod
    def tearDownClass(cls) -> None:
        cls.driver.quit()
        cls.work.cleanup()

    def setUp(self) -> None:
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        self.media()
        self.driver.get_log("browser")
        self.driver.get_log("performance")
        self.driver.get((self.out / "report.html").as_uri())

    def tearDown(self) -> None:
        """Whatever a test did: nothing was complained of, and nothing but the page was asked for."""
        self.assertEqual(self.driver.get_log("browser"), [])
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        asked = {m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"}
        page = (self.out / "report.html").as_uri()
        # What the page makes itself for a download, and the empty icon, reach no network.
        self.assertEqual({url for url in asked if not url.startswith(("blob:", "data:"))}, {page})

    def media(self, **features: str) -> None:
        """Sets what the browser says about its user's wishes."""
        wishes = {"prefers-color-scheme": "light", "prefers-reduced-motion": "reduce"}
        wishes |= {name.replace("_", "-"): value for name, value in features.items()}
        listed = [{"name": name, "value": value} for name, value in wishes.items()]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": listed})

    def resize(self, width: int, height: int) -> None:
        """Gives the page a window of this size."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        time.sleep(0.3)

    def all(self, selector: str) -> list[WebElement]:
        """The elements that a selector names."""
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector: str) -> WebElement:
        """The one element that a selector names."""
        found = self.all(selector)
        self.assertEqual(len(found), 1, selector)
        return found[0]

    def open_all(self) -> None:
        """Opens every recording."""
        for button in self.all(".card .open[aria-expanded=false]"):
            self.driver.execute_script("arguments[0].click()", button)

    def open_only(self, name: str) -> WebElement:
        """Finds a recording by the search field, opens it and gives its card."""
        search = self.one("#search")
        search.clear()
        search.send_keys(name)
        cards = self.all(".card")
        self.assertEqual([attribute(card, "data-recording") for card in cards], [name])
        button = cards[0].find_element(By.CSS_SELECTOR, ".open")
        if attribute(button, "aria-expanded") == "false":
            button.click()
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'start', behavior: 'instant'})", cards[0])
        return cards[0]

    def view(self, card: WebElement) -> tuple[float, float]:
        """The range that a timeline shows."""
        plot = card.find_element(By.CSS_SELECTOR, ".plot")
        return float(attribute(plot, "data-from")), float(attribute(plot, "data-to"))

    def picture(self, name: str) -> None:
        """Takes a screenshot, which must show something, and keeps it where that was asked for."""
        png = base64.b64decode(self.driver.execute_cdp_cmd("Page.captureScreenshot", {})["data"])
        self.assertGreater(len(png), 15_000, "the picture is all but empty")
        self.keep(f"{name}.png", png)

    def keep(self, name: str, content: bytes) -> None:
        """Keeps a file where that was asked for."""
        if folder := os.environ.get("SCREENSHOTS"):
            Path(folder).mkdir(parents=True, exist_ok=True)
            (Path(folder) / name).write_bytes(content)

    def violations(self) -> list[tuple[str, str]]:
        """What breaks the rules of accessibility, with the first element that does."""
        self.driver.execute_script(AXE)
        result: dict[str, Any] = self.driver.execute_async_script("axe.run().then(arguments[0])")
        self.assertGreater(len(result["passes"]), 20)
        return [(each["id"], each["nodes"][0]["html"]) for each in result["violations"]]

    def test_scores_are_those_of_the_file(self) -> None:
        rows = {"|".join(row[column] for column in PLACE): row for row in read_rows(self.out / "scores.csv")}
        lines = self.all("table.scores tr[data-key]")
        self.assertEqual({attribute(line, "data-key") for line in lines}, set(rows))
        compared = 0
        for line in lines:
            row = rows[attribute(line, "data-key")]
            for figure in line.find_elements(By.CSS_SELECTOR, "[data-column]"):
                value = row[attribute(figure, "data-column")]
                self.assertEqual(attribute(figure, "data-value"), value)
                if value and figure.text != "–":
                    decimals = len(figure.text.partition(".")[2])
                    self.assertAlmostEqual(float(figure.text), float(value), delta=0.5000001 * 10**-decimals)
                compared += 1
        self.assertGreater(compared, 15 * len(rows))
        for origin in {row["origin"] for row in rows.values()}:
            self.assertTrue(self.all(f"table.scores .badge.{origin}"))
        self.assertTrue(self.all("table.scores .badge.assumed"))

    def test_every_event_is_on_its_timeline(self) -> None:
        self.open_all()
        shown = self.driver.execute_script(
            """
            return [...document.querySelectorAll('.card')].flatMap((card) =>
              [...card.querySelectorAll('.mark[data-event]')].map(({ dataset: mark }) => [
                card.dataset.dataset, card.dataset.recording, card.dataset.speed,
                mark.rule, mark.t, mark.detector, mark.event]))"""
        )
        columns = ["dataset", "recording", "speed", "rule", "t", "detector", "event"]
        written = [[row[column] for column in columns] for row in read_rows(self.out / "events.csv")]
        self.assertGreater(len(written), 30)
        self.assertEqual(sorted(shown), sorted(written))
        labels = [row for folder in sorted(self.sets.iterdir()) for row in read_rows(folder / "labels.csv")]
        names = self.driver.execute_script(
            "return [...document.querySelectorAll('.card')].filter((card) => card.dataset.speed !== 'assumed-braked')"
            ".flatMap((card) => [...card.querySelectorAll('.mark.label')].map((mark) => card.dataset.recording))"
        )
        self.assertEqual(sorted(names), sorted(row["recording"] for row in labels))

    def test_peaks_are_true(self) -> None:
        data = json.loads(attribute(self.one("#data"), "textContent"))
        for timeline in data["timelines"]:
            path = self.sets / timeline["dataset"] / "recordings" / f"{timeline['recording']}.csv"
            rows = [row for row in read_rows(path) if row["ax"]]
            peak = max(sum(float(row[axis]) ** 2 for axis in ("ax", "ay", "az")) ** 0.5 for row in rows) / 9.80665
            self.assertAlmostEqual(timeline["acceleration"]["largest"], peak, places=9)

    def test_keyboard_zooms_and_pans(self) -> None:
        card = self.open_only("train-frontal_mount-1")
        plot = card.find_element(By.CSS_SELECTOR, ".plot")
        whole = self.view(card)
        # What a key has brought there shows that it has the focus.
        card.find_element(By.CSS_SELECTOR, ".marking").send_keys(Keys.TAB)
        self.assertEqual(self.driver.switch_to.active_element, plot)
        outline = self.driver.execute_script("return getComputedStyle(arguments[0]).outlineStyle", plot)
        self.assertEqual(outline, "solid", "the focus is seen")
        plot.send_keys("+")
        zoomed = self.view(card)
        self.assertLess(zoomed[1] - zoomed[0], 0.7 * (whole[1] - whole[0]))
        plot.send_keys(Keys.ARROW_RIGHT)
        right = self.view(card)
        self.assertGreater(right[0], zoomed[0])
        self.assertAlmostEqual(right[1] - right[0], zoomed[1] - zoomed[0])
        plot.send_keys(Keys.ARROW_LEFT)
        self.assertAlmostEqual(self.view(card)[0], zoomed[0])
        plot.send_keys(Keys.HOME)
        self.assertAlmostEqual(self.view(card)[0], whole[0])
        plot.send_keys(Keys.END)
        self.assertAlmostEqual(self.view(card)[1], whole[1])
        plot.send_keys("-")
        self.assertGreater(self.view(card)[1] - self.view(card)[0], zoomed[1] - zoomed[0])
        plot.send_keys("0")
        self.assertEqual(self.view(card), whole)

    def test_mouse_and_touch_zoom_and_pan(self) -> None:
        card = self.open_only("train-frontal_mount-1")
        plot = card.find_element(By.CSS_SELECTOR, ".plot")
        whole = self.view(card)
        ActionChains(self.driver).double_click(plot).perform()
        zoomed = self.view(card)
        self.assertLess(zoomed[1] - zoomed[0], 0.6 * (whole[1] - whole[0]))
        ActionChains(self.driver).move_to_element(plot).click_and_hold().move_by_offset(-150, 0).release().perform()
        self.assertGreater(self.view(card)[0], zoomed[0])
        card.find_element(By.XPATH, ".//button[text()='All']").click()
        self.assertEqual(self.view(card), whole)
        box = plot.rect
        top = box["y"] - self.driver.execute_script("return scrollY") + 60
        middle = box["x"] + box["width"] / 2

        def touch(kind: str, *places: float) -> None:
            points = [{"x": middle + place, "y": top, "id": index} for index, place in enumerate(places)]
            self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        touch("touchStart", -60, 60)
        for spread in range(70, 160, 10):
            touch("touchMove", -spread, spread)
        touch("touchEnd")
        pinched = self.view(card)
        self.assertLess(pinched[1] - pinched[0], 0.8 * (whole[1] - whole[0]))

    def test_what_settled_an_event_is_told_on_focus_and_on_choice(self) -> None:
        card = self.open_only("train-frontal_mount-1")
        decisions = [
            row
            for row in read_rows(self.out / "decisions.csv")
            if row["recording"] == "train-frontal_mount-1"
            and row["code"] == "speedCollapse"
            and row["verdict"] == "passed"
        ]
        self.assertEqual(len(decisions), 1)
        mark = card.find_element(By.CSS_SELECTOR, ".mark.confirmed[data-rule=ours]")
        self.driver.execute_script("arguments[0].focus()", mark)
        tip = self.one("#tip")
        self.assertTrue(tip.is_displayed())
        self.assertIn("speedCollapse", tip.text)
        mark.send_keys(Keys.ESCAPE)
        self.assertFalse(tip.is_displayed())
        mark.send_keys(Keys.ENTER)
        decided = card.find_element(By.CSS_SELECTOR, ".detail .decided")
        cells = [attribute(cell, "title") for cell in decided.find_elements(By.CSS_SELECTOR, "td.number")]
        self.assertEqual(cells, [decisions[0]["measured"], decisions[0]["threshold"]])
        self.assertIn("m/s", decided.text)
        self.assertIn("passed", decided.text)
        first = card.find_element(By.CSS_SELECTOR, ".mark[tabindex='0']")
        first.send_keys(Keys.HOME)
        names = []
        for _ in range(3):
            names.append(attribute(self.driver.switch_to.active_element, "aria-label"))
            self.driver.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
        self.assertEqual(len(set(names)), 3, "arrows go from mark to mark")

    def test_filter_puts_what_went_wrong_first(self) -> None:
        def problems() -> list[tuple[bool, bool]]:
            return [
                (
                    bool(card.find_elements(By.CSS_SELECTOR, "header .missed")),
                    bool(card.find_elements(By.CSS_SELECTOR, "header .false")),
                )
                for card in self.all(".card")
            ]

        order = problems()
        self.assertEqual(order, sorted(order, reverse=True))
        self.assertTrue(any(missed for missed, _ in order), "the small set holds a miss")
        self.assertTrue(any(false and not missed for missed, false in order), "and a false alarm")
        self.one("#by-outcome option[value=missed]").click()
        self.assertTrue(all(missed for missed, _ in problems()))
        self.one("#search").send_keys("nothing is called so")
        self.assertEqual(self.all(".card"), [])
        self.assertTrue(self.one("#count").text.startswith("0 replays"))

    def test_curves_mark_the_shipped_point(self) -> None:
        charts = self.all("#curve-charts figure")
        self.assertGreaterEqual(len(charts), 4)
        for chart in charts:
            lines = chart.find_elements(By.CSS_SELECTOR, ".curve .line")
            self.assertEqual(len(lines), 3)
            self.assertEqual(len(chart.find_elements(By.CSS_SELECTOR, ".curve .ring")), 3)
            self.assertTrue(chart.find_elements(By.CSS_SELECTOR, ".badge.generated"))
            shipped = [attribute(p, "aria-label") for p in chart.find_elements(By.CSS_SELECTOR, ".curve .point")]
            self.assertEqual(sum("(as scored)" in text for text in shipped), 3)

    def test_hostile_words_stay_words(self) -> None:
        self.one("#search").send_keys("onerror")
        card = self.one(".card")
        self.assertEqual(attribute(card, "data-recording"), HOSTILE_NAME)
        card.find_element(By.CSS_SELECTOR, ".open").click()
        for summary in card.find_elements(By.CSS_SELECTOR, "summary"):
            summary.click()
        self.assertIn(HOSTILE_NOTE, attribute(card.find_element(By.CSS_SELECTOR, ".facts"), "textContent"))
        self.assertEqual(self.all("img, b, main script"), [])

    def test_labels_marked_here_are_taken_by_the_command(self) -> None:
        card = self.open_only("train-frontal_mount-1")
        card.find_element(By.XPATH, ".//summary[text()='Mark a label']").click()
        plot = card.find_element(By.CSS_SELECTOR, ".plot")
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", plot)
        chain = ActionChains(self.driver).key_down(Keys.SHIFT).move_to_element_with_offset(plot, 200, -40)
        chain.click_and_hold().move_by_offset(100, 0).release().key_up(Keys.SHIFT).perform()
        start, end = card.find_elements(By.CSS_SELECTOR, ".label-form input[type=number]")
        self.assertLess(float(attribute(start, "value")), float(attribute(end, "value")))
        kind, note = card.find_elements(By.CSS_SELECTOR, ".label-form input[type=text]")
        add = card.find_element(By.CSS_SELECTOR, ".label-form [type=submit]")
        kind.send_keys("fronta")
        add.click()
        self.assertIn("one of", card.find_element(By.CSS_SELECTOR, ".message.problem").text)
        kind.send_keys("l")
        note.send_keys('by "hand", here')
        for box, value in ((start, "10.5"), (end, "10.6")):
            box.clear()
            box.send_keys(value)
        add.click()
        self.assertIn("overlaps", card.find_element(By.CSS_SELECTOR, ".message.problem").text)
        for box, value in ((start, "20.25"), (end, "20.5")):
            box.clear()
            box.send_keys(value)
        add.click()
        text = attribute(self.one("#new-labels textarea"), "value")
        file = self.out / "new-labels.csv"
        file.write_text(text, encoding="utf-8")
        folder = self.sets / "generated-crash"
        before = (folder / "labels.csv").read_bytes()
        subprocess.run([BENCH, "label", folder, "--from", file], check=True, stdout=subprocess.DEVNULL)
        after = (folder / "labels.csv").read_bytes()
        row = b'train-frontal_mount-1,crash,frontal,20.25,20.5,"by ""hand"", here"\n'
        self.assertEqual(after.replace(row, b""), before)
        subprocess.run([BENCH, "validate", folder], check=True, stdout=subprocess.DEVNULL)
        (folder / "labels.csv").write_bytes(before)

    def test_accessible_in_light_and_dark_wide_and_narrow(self) -> None:
        card = self.open_only("train-frontal_mount-1")
        card.find_element(By.CSS_SELECTOR, ".mark.confirmed[data-rule=ours]").click()
        chart = self.all("#curve-charts figure")[0]
        for summary in [
            *card.find_elements(By.CSS_SELECTOR, "summary"),
            chart.find_element(By.CSS_SELECTOR, "summary"),
        ]:
            self.driver.execute_script("arguments[0].click()", summary)
        for scheme in ("light", "dark"):
            self.media(prefers_color_scheme=scheme)
            for width in (1280, 360):
                self.resize(width, 1400)
                with self.subTest(scheme=scheme, width=width):
                    self.assertEqual(self.violations(), [])
                    overflow = self.driver.execute_script("return document.documentElement.scrollWidth - innerWidth")
                    self.assertLessEqual(overflow, 0, "nothing sticks out")
                    for place in ("scores", "curves", "recordings"):
                        self.driver.execute_script(
                            f"document.getElementById('{place}').scrollIntoView({{behavior: 'instant'}})"
                        )
                        self.picture(f"{scheme}-{width}-{place}")
        for button in card.find_elements(By.CSS_SELECTOR, "button, .plot, .mark"):
            name = attribute(button, "aria-label") or button.text
            self.assertTrue(name.strip())

    def test_motion_is_reduced_where_that_is_wished(self) -> None:
        script = "return getComputedStyle(document.documentElement).scrollBehavior"
        self.assertEqual(self.driver.execute_script(script), "auto")
        self.media(prefers_reduced_motion="no-preference")
        self.assertEqual(self.driver.execute_script(script), "smooth")

    def test_prints_every_timeline_that_the_filter_shows(self) -> None:
        self.media(prefers_color_scheme="dark")
        cards = [attribute(card, "data-recording") for card in self.all(".card")]
        printed = self.driver.execute_cdp_cmd(
            "Page.printToPDF", {"printBackground": True, "paperWidth": 8.27, "paperHeight": 11.69}
        )
        content = base64.b64decode(printed["data"])
        path = self.out / "report.pdf"
        path.write_bytes(content)
        self.keep("report.pdf", content)
        reader = PdfReader(path)
        # Fonts join letters such as f and i into one, which is taken apart again.
        text = unicodedata.normalize("NFKC", "\n".join(page.extract_text() for page in reader.pages))
        for name in cards:
            self.assertIn(name, text)
        self.assertGreaterEqual(text.count("motion state"), len(cards))
        self.assertIn("speedCollapse", text)
        self.assertEqual(self.all(".paper"), [], "what was made for paper is gone again")


if __name__ == "__main__":
    unittest.main(verbosity=2)
