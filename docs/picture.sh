#!/usr/bin/env bash
# Makes docs/read.png, the picture of the README: the page of the example pile in Chromium
# (Debian's package chromium). RECTO names another binary than that of the release build.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
recto=${RECTO:-target/release/recto}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$recto" read examples/skarrow --quiet -o "$folder/page.html"
chromium --headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking \
  --disable-component-update --disable-sync --user-data-dir="$folder/profile" --hide-scrollbars \
  --window-size=1440,1560 --screenshot="$PWD/docs/read.png" "file://$folder/page.html?theme=light"
