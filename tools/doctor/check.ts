import type { Config } from '../../server/src/kernel/config.ts';

/** `fine`: it works. `note`: it is not set up, or will not last. `problem`: something does not work. */
export type Level = 'fine' | 'note' | 'problem';

/** The result of a check, in one sentence. `advice` says what to do. */
export interface Finding {
  level: Level;
  text: string;
  advice?: string;
}

/** The input of the operator. */
export interface Given {
  config: Config;
  /** Where a test mail goes. Undefined: none is sent. */
  mailTo: string | undefined;
}

export interface Check {
  name: string;
  /** Looks at one thing. An error that it throws counts as a problem. */
  look: (given: Given) => Promise<Finding | Finding[]>;
}

export const fine = (text: string): Finding => ({ level: 'fine', text });
export const note = (text: string, advice: string): Finding => ({ level: 'note', text, advice });
export const problem = (text: string, advice: string): Finding => ({
  level: 'problem',
  text,
  advice,
});
