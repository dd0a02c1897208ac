import { MAX_DECIDED_CASES, type AlikeCase, type Likeness } from '@roost/contract/moderation';
import type { MemberContext } from '../../kernel/context.ts';
import { readAddress } from '../../platform/http/limits/network-key.ts';
import { canonicalRange } from '../../site/blocks/site-blocks.ts';
import { concealedFrom } from '../people/staff.ts';
import { findOrigins, listCompared, type ComparedCase, type Origin } from './alike.queries.ts';
import { caseNotFound } from './assert-shown.ts';
import { listCaseRowsById } from './case.queries.ts';
import { presentCases } from './present-cases.ts';

const HOUR_MS = 3_600_000;

interface Compared {
  text: string | null;
  range: string | null;
  joinedAt: number | null;
}

/**
 * Lists the other cases that wait and resemble a case. They have the same fingerprint of the text, an author in the same range of addresses, or an
 * author who joined at about the same time. Several cases about one author resemble each other only by the text.
 */
export async function listAlikeCases(
  ctx: MemberContext,
  caseId: string,
): Promise<{ cases: AlikeCase[] }> {
  const rows = await listCompared(ctx, caseId, await concealedFrom(ctx));
  const own = rows.find(({ id }) => id === caseId);
  if (!own) throw caseNotFound();
  const found = await findOrigins(ctx, [...new Set(rows.map((row) => row.person_id))]);
  const origins = new Map(found.map((origin) => [origin.id, origin]));
  const compare = comparedTo(own, origins);
  const alike = new Map(rows.map((row) => [row.id, row.id === own.id ? [] : compare(row)]));
  const ids = rows.flatMap(({ id }) => (alike.get(id)?.length ? [id] : []));
  const cases = await listCaseRowsById(ctx, ids.slice(0, MAX_DECIDED_CASES));
  const presented = await presentCases(ctx, cases);
  return { cases: presented.map((each) => ({ ...each, alike: alike.get(each._id) ?? [] })) };
}

function comparedTo(
  own: ComparedCase,
  origins: ReadonlyMap<string, Origin>,
): (other: ComparedCase) => Likeness[] {
  const mine = traitsOf(own, origins);
  return (other) => {
    const theirs = traitsOf(other, origins);
    const isOtherAuthor = other.person_id !== own.person_id;
    const likenesses: Likeness[] = [];
    if (mine.text !== null && mine.text === theirs.text) likenesses.push('text');
    if (isOtherAuthor && mine.range !== null && mine.range === theirs.range)
      likenesses.push('address');
    if (isOtherAuthor && isWithinAnHour(mine.joinedAt, theirs.joinedAt)) likenesses.push('time');
    return likenesses;
  };
}

function traitsOf(
  { person_id, fingerprint }: ComparedCase,
  origins: ReadonlyMap<string, Origin>,
): Compared {
  const origin = origins.get(person_id);
  return {
    text: fingerprint?.toString('hex') ?? null,
    range: rangeOf(origin?.address ?? ''),
    joinedAt: origin?.joined_at.getTime() ?? null,
  };
}

const isWithinAnHour = (one: number | null, other: number | null) =>
  one !== null && other !== null && Math.abs(one - other) <= HOUR_MS;

/** The range of an address that one household or one server usually has. Null for something else than an address. */
function rangeOf(text: string): string | null {
  const address = readAddress(text);
  if (!address) return null;
  return canonicalRange(`${address.toString()}/${address.kind() === 'ipv4' ? 24 : 64}`);
}
