import type { MemberContext } from '../../../kernel/context.ts';
import { profileUrl, type ExportItem } from './export-item.ts';
import {
  listMuted,
  listNotes,
  listRelated,
  listShownNames,
  type RelationTable,
} from './read-relations.queries.ts';

const PEOPLE_PER_READ = 500;

export const readFollowing = (ctx: MemberContext) => readRelated(ctx, 'follows');
export const readRequested = (ctx: MemberContext) => readRelated(ctx, 'follow_requests');
export const readBlocked = (ctx: MemberContext) => readRelated(ctx, 'blocks');
export const readDismissed = (ctx: MemberContext) => readRelated(ctx, 'suggestion_dismissals');

/** Reads the people whom a person follows or blocks, asked to follow, or dismissed as a suggestion, as links only. */
async function* readRelated(ctx: MemberContext, table: RelationTable): AsyncGenerator<ExportItem> {
  for (let after: string | null = null; ;) {
    const found = await listRelated(ctx, table, ctx.viewer.id, after, PEOPLE_PER_READ);
    const names = await listShownNames(
      ctx,
      found.map(({ id }) => id),
    );
    for (const { id, created_at } of found) {
      const username = names.get(id);
      if (username) yield { at: created_at.toISOString(), url: profileUrl(ctx, username) };
    }
    if (found.length < PEOPLE_PER_READ) return;
    after = found.at(-1)?.id ?? null;
  }
}

/** Reads the people whom a person mutes, as links, each with the end of the mute and what it leaves out. */
export async function* readMuted(ctx: MemberContext): AsyncGenerator<ExportItem> {
  for (let after: string | null = null; ;) {
    const found = await listMuted(ctx, ctx.viewer.id, after, PEOPLE_PER_READ);
    const names = await listShownNames(
      ctx,
      found.map(({ id }) => id),
    );
    for (const { id, created_at, until, reposts_only } of found) {
      const username = names.get(id);
      if (!username) continue;
      yield {
        at: created_at.toISOString(),
        url: profileUrl(ctx, username),
        details: { until: until?.toISOString() ?? null, repostsOnly: reposts_only },
      };
    }
    if (found.length < PEOPLE_PER_READ) return;
    after = found.at(-1)?.id ?? null;
  }
}

/** Reads the private notes of a person, each with a link to the person whom it is about. */
export async function* readNotes(ctx: MemberContext): AsyncGenerator<ExportItem> {
  for (let after: string | null = null; ;) {
    const found = await listNotes(ctx, ctx.viewer.id, after, PEOPLE_PER_READ);
    const names = await listShownNames(
      ctx,
      found.map(({ id }) => id),
    );
    for (const { id, content, updated_at } of found) {
      const username = names.get(id);
      yield {
        at: updated_at.toISOString(),
        text: content,
        ...(username && { url: profileUrl(ctx, username) }),
      };
    }
    if (found.length < PEOPLE_PER_READ) return;
    after = found.at(-1)?.id ?? null;
  }
}
