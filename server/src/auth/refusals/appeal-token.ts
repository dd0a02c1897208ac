import { z } from 'zod';
import type { Context } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';

/** Long enough to write an appeal. The next refused sign-in brings a new token. */
const LIFETIME_MS = 3_600_000;
const content = z.object({ decisionId: z.uuid(), until: z.number() });
const LIST = ['appeal'] as const;

/** Makes a token by which somebody who cannot sign in may appeal against a decision. The server stores nothing. */
export function makeAppealToken({ cursors }: Context, decisionId: string): string {
  return cursors.seal({ decisionId, until: wallClock() + LIFETIME_MS }, 'appeal', LIST);
}

/** Returns the decision of a token, or null if the token is not ours or too old. */
export function openAppealToken({ cursors }: Context, token: string): string | null {
  try {
    const { decisionId, until } = content.parse(cursors.open(token, 'appeal', LIST));
    return until > wallClock() ? decisionId : null;
  } catch {
    return null;
  }
}
