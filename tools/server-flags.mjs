/**
 * How Node runs the server: with a small space for what is soon forgotten, which holds it under 200 MB also while
 * large videos go through, and costs no time that could be measured.
 */
export const serverFlags = ['--max-semi-space-size=2'];
