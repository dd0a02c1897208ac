export interface Note {
  /** Seconds from the start of the round. */
  at: number;
  seconds: number;
  hertz: number;
}

export interface Tone {
  notes: Note[];
  /** Seconds after which it begins anew. */
  round: number;
  /** From 0 to 1. */
  loudness: number;
}

/** Two birds: a question and an answer, quiet, with a long rest. */
export const incomingTone: Tone = {
  notes: [
    { at: 0, seconds: 0.16, hertz: 987.77 },
    { at: 0.17, seconds: 0.16, hertz: 1174.66 },
    { at: 0.34, seconds: 0.34, hertz: 880 },
    { at: 0.9, seconds: 0.16, hertz: 783.99 },
    { at: 1.07, seconds: 0.4, hertz: 880 },
  ],
  round: 3,
  loudness: 0.09,
};

/** One low note in a while, for whoever waits. */
export const outgoingTone: Tone = {
  notes: [
    { at: 0, seconds: 0.9, hertz: 392 },
    { at: 0, seconds: 0.9, hertz: 493.88 },
  ],
  round: 4,
  loudness: 0.03,
};
