/** Matches `--out` in theme.css. */
export const FADE_OUT_MS = 140;
