import type { SessionRefusal } from '@roost/contract/events';
import { ApiError } from '../../../lib/api/api-error.ts';
import { hasFields, storedJson } from '../../../lib/storage.ts';

const codes = ['suspended', 'banned', 'awaiting_approval'] as const;
export type RefusalCode = (typeof codes)[number];

/** Why an account cannot be used now. */
export interface Refusal {
  code: RefusalCode;
  /** The end, if there is one. */
  until: string | null;
  /** The reason of the decision. */
  reason: string | null;
  /** The token for an appeal, if there can be one. */
  appealToken: string | null;
  /** A session ended because of it. So only the code and the end are known. */
  isOfSession: boolean;
}

const isCode = (code: unknown): code is RefusalCode => codes.some((each) => each === code);

/** The refusal of a sign-in whose proofs were all right. Undefined for other errors. */
export function refusalIn(error: unknown): Refusal | undefined {
  if (!(error instanceof ApiError) || !isCode(error.code)) return undefined;
  const { until, reason, appealToken } = error.details;
  return {
    code: error.code,
    until: textOrNull(until),
    reason: textOrNull(reason),
    appealToken: textOrNull(appealToken),
    isOfSession: false,
  };
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * Why the last session of this browser ended, if the server has said so. It is in the storage of all tabs, because a tab may hear of
 * the end from another tab first. The form of the sign-in removes it.
 */
export const refusalOfSession = storedJson<Refusal>('localStorage', 'roost:refusal', (value) =>
  hasFields<Refusal>(value, { code: 'string' }) && isCode(value.code)
    ? {
        code: value.code,
        until: textOrNull(value.until),
        reason: null,
        appealToken: null,
        isOfSession: true,
      }
    : undefined,
);

/** Keeps the reason that the server gave for the end of the session. */
export function rememberRefusal({ code, until }: SessionRefusal): void {
  refusalOfSession.write({ code, until, reason: null, appealToken: null, isOfSession: true });
}
