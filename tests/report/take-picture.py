#!/usr/bin/env python3
"""take-picture.py PAGE.html[#VIEW] PICTURE.png [WIDTHxHEIGHT] [dark]: what the page looks like, for the documentation"""
import os
import sys

from webdriver import Browser


def main():
    page, _, view = sys.argv[1].partition("#")
    width, height = (int(n) for n in (sys.argv[3] if len(sys.argv) > 3 else "1500x1000").split("x"))
    browser = Browser()
    try:
        browser.size(width, height)
        browser.media("", "dark" if "dark" in sys.argv[4:] else "light")
        browser.open(f"file://{os.path.abspath(page)}#{view}")
        browser.settle()
        browser.screenshot(sys.argv[2])
    finally:
        browser.close()


main()
