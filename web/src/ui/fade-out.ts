/** Matches `--out` in tokens.css. */
export const FADE_OUT_MS = 140;
