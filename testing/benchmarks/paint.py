#!/usr/bin/env python3
"""Prints when Chromium first paints each page: testing/benchmarks/paint.py ADDRESS PATH...

Each page is opened in two ways, with an empty cache and in a browser that has opened one before: in a new tab, and in a tab that shows a
picture of the same address. The second way leaves out the start of a process, since the console is isolated from what a tab showed
before (Cross-Origin-Opener-Policy). The picture alone comes first: no page can be faster. The times are the browser's own, from the
start of the navigation, and each is the median of five. With PICTURE and COOKIE in the environment, the picture has another path, and
the browser sends that cookie.
"""
import itertools
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PICTURE = os.environ.get("PICTURE", "/console/mark.svg")
COOKIE = os.environ.get("COOKIE")
PAINTS = """new Promise(done => new PerformanceObserver(() => requestAnimationFrame(() => done(
    performance.getEntriesByType('paint').map(each => each.startTime)))).observe({type: 'paint', buffered: true}))"""


class Browser:
    """Sends commands of the DevTools protocol to a Chromium through its pipes 3 and 4."""

    def __init__(self, executable, profile):
        commands, self.commands = os.pipe()
        self.events, events = os.pipe()

        def give_pipes():
            # Through high numbers first, since each of the four may be one of those that Chromium expects.
            high = os.dup2(commands, 103), os.dup2(events, 104)
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(
            [executable, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             "--window-size=1440,900", "--user-data-dir=" + profile],
            preexec_fn=give_pipes, close_fds=False, stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(events)
        self.reader = os.fdopen(self.events, "rb")
        self.ids = itertools.count(1)

    def send(self, method, session=None, **parameters):
        number = next(self.ids)
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        answer = self.read(lambda each: each.get("id") == number)
        if "error" in answer:
            sys.exit(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def read(self, wanted):
        while True:
            message = b""
            while not message.endswith(b"\0"):
                byte = self.reader.read(1)
                if not byte:
                    sys.exit("The browser has ended.")
                message += byte
            message = json.loads(message[:-1])
            if wanted(message):
                return message

    def first_paint(self, *addresses):
        context = self.send("Target.createBrowserContext")["browserContextId"]
        target = self.send("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.send("Page.enable", session)
        if COOKIE and addresses[-1].startswith("http"):
            name, value = COOKIE.split("=", 1)
            self.send("Network.setCookie", session, name=name, value=value, url=addresses[-1])
        for address in addresses:
            self.send("Page.navigate", session, url=address)
            self.read(lambda each: each.get("method") == "Page.loadEventFired")
        paints = self.send("Runtime.evaluate", session, expression=PAINTS, awaitPromise=True, returnByValue=True)
        self.send("Target.disposeBrowserContext", browserContextId=context)
        return min(paints["result"]["value"])

    def close(self):
        self.send("Browser.close")
        self.process.wait()


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__.strip())
    executable = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if not executable:
        sys.exit("No Chromium on the path. CHROMIUM names one elsewhere.")
    with tempfile.TemporaryDirectory() as profile:
        browser = Browser(executable, profile)
        try:
            browser.first_paint("data:text/html,<p>first")
            for path in [PICTURE] + sys.argv[2:]:
                page = sys.argv[1] + path
                new = statistics.median(browser.first_paint(page) for _ in range(5))
                same = statistics.median(browser.first_paint(sys.argv[1] + PICTURE, page) for _ in range(5))
                print(f"{path:28} {new:6.1f} ms in a new tab {same:6.1f} ms from the same address", flush=True)
        finally:
            browser.close()


main()
