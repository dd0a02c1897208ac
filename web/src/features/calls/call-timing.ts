export const callTiming = {
  /** How long the dialog shows on both sides while the call rings. */
  dialogMs: 60_000,
  /** The tab's own timers wait this much longer than the server's, whose event may be late. */
  lateMs: 5_000,
  /** Pause after a call, before a person can start the next. */
  coolDownMs: 2_000,
  /** How long an alert about a call stays. */
  alertMs: 3_000,
  controlsHideMs: 4_000,
  /** How long the app offers to call again a person who left. */
  callAgainMs: 20_000,
  /** How long a lost connection may take to come back. */
  graceMs: 5_000,
  /** Time for the other side to join and for the peer connection. Browsers time out earlier. */
  connectMs: 30_000,
  /** The screen of a failed call closes after this long. */
  failedMs: 3_000,
  measureEveryMs: 2_000,
} as const;
