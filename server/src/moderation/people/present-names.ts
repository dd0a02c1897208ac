import type { Context } from '../../kernel/context.ts';
import { presentName } from '../../users/present-users.ts';
import { findNames } from './people.queries.ts';

/** The names of these people for the staff, whether they are hidden or not. Null for an unknown person. */
export async function loadNames(ctx: Context, ids: readonly (string | null | undefined)[]) {
  const wanted = [...new Set(ids.flatMap((id) => id ?? []))];
  const found = await findNames(ctx, wanted);
  const names = new Map(found.map((user) => [user.id, presentName(ctx, user)]));
  return (id: string | null | undefined) => (id ? (names.get(id) ?? null) : null);
}

export type NameOf = Awaited<ReturnType<typeof loadNames>>;
