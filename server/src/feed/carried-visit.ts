import type { FeedTab } from '@roost/contract/posts';
import type { MemberContext } from '../context.ts';
import type { FeedReader } from './load-reader.ts';
import type { Visits } from './visits.ts';

/** One visit of somebody, or where no id is told their last. */
export interface AskedVisit {
  userId: string;
  tab: FeedTab;
  id: string | null;
}

/** As nodes tell each other of it. */
export interface CarriedVisit {
  id: string;
  startedAt: number;
  isFull: boolean;
  list: string;
  originals: string;
}

/** A visit as it was begun elsewhere; what this process heard since is not in it. */
export type BegunVisit = NonNullable<FeedReader['visit']>;

/** What this process answers when it is asked for a visit. */
export function carryVisit(visits: Visits, { id, userId, tab }: AskedVisit): CarriedVisit | null {
  const visit = id === null ? visits.last(userId, tab) : visits.find(id, userId);
  return visit
    ? {
        id: visit.id,
        startedAt: visit.startedAt,
        isFull: visit.isFull,
        list: visit.list.toString('base64'),
        originals: visit.originals.toString('base64'),
      }
    : null;
}

/**
 * A visit that another process began: as it is written down, or, since that is done a moment later, as whoever holds it
 * has it. Of several the last.
 */
export async function visitElsewhere(
  ctx: MemberContext,
  reader: FeedReader,
  asked: AskedVisit,
): Promise<BegunVisit | null> {
  const { visit: written } = reader;
  if (asked.id !== null && written?.id === asked.id) return written;
  const answers = await ctx.nodes.askNodes('whoseVisit', asked);
  const held = answers.flatMap(({ answer }) => (answer ? [unpack(answer, asked)] : []));
  const begun = written && asked.id === null ? [written, ...held] : held;
  return begun.toSorted((one, other) => other.startedAt - one.startedAt)[0] ?? null;
}

function unpack(carried: CarriedVisit, { userId, tab }: AskedVisit): BegunVisit {
  return {
    ...carried,
    userId,
    tab,
    list: Buffer.from(carried.list, 'base64'),
    originals: Buffer.from(carried.originals, 'base64'),
    tail: null,
    shown: null,
  };
}
