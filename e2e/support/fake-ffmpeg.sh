#!/bin/sh
# Says it is ffmpeg. What it makes of a video is the clip a test puts into the data folder, as soon as it is there;
# it draws no posters.
[ "$1" = -version ] && exit 0
for output; do :; done
case "$*" in *libx264*) ;; *) exit 1 ;; esac
clip="${output%/media/incoming/*}/converted.mp4"
tries=0
until [ -f "$clip" ]; do
  tries=$((tries + 1))
  [ "$tries" -gt 300 ] && exit 1
  sleep 0.1
done
exec cp "$clip" "$output"
