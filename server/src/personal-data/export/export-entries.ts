import type { MemberContext } from '../../kernel/context.ts';
import { readChoices } from './content/account/read-account.queries.ts';
import type { ExportItem, ReadItems } from './content/export-item.ts';
import { exportKinds, type ExportKind } from './content/export-kinds.ts';
import { mainFile, mediumPath } from './content/media/exported-media.ts';
import { findRemovedPosts, listOwnMedia } from './content/media/own-media.queries.ts';
import { loadMedia } from '../../media/present-media.ts';
import { localeFor } from '../../platform/locale.ts';
import { ExportPages } from './pages/export-page.ts';

const ITEMS_PER_PAGE = 200;
const MEDIA_PER_READ = 100;

/** A file of the zip. Its content is read when the zip reaches it. */
interface Entry {
  name: string;
  input: string | AsyncIterable<string | Uint8Array<ArrayBuffer>>;
  size?: number;
}

/** Lists all files of an export, one after the other: pages, JSON, pictures and videos. It holds one page at most. */
export async function* exportEntries(ctx: MemberContext): AsyncGenerator<Entry> {
  const kinds = Object.keys(exportKinds) as ExportKind[];
  const choices = await readChoices(ctx, ctx.viewer.id);
  const locale = localeFor(choices?.language ?? '');
  const pages = new ExportPages(locale);
  yield { name: 'index.html', input: pages.index(kinds, await ctx.site.readName()) };
  for (const kind of kinds) {
    const read: ReadItems = exportKinds[kind];
    yield { name: `data/${kind}.json`, input: jsonOf(read(ctx, locale)) };
    yield* pagesOf(pages, kind, read(ctx, locale));
  }
  yield* mediaEntries(ctx);
}

/** Writes an array with one item in each line. */
async function* jsonOf(items: AsyncIterable<ExportItem>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function* pagesOf(
  pages: ExportPages,
  kind: ExportKind,
  items: AsyncIterable<ExportItem>,
): AsyncGenerator<Entry> {
  let [number, count, heading] = [1, 0, ''];
  let page = pages.start(kind, number);
  for await (const item of items) {
    if (count === ITEMS_PER_PAGE) {
      yield { name: pageName(kind, number), input: page + pages.end(kind, number, true) };
      [number, count, heading] = [number + 1, 0, ''];
      page = pages.start(kind, number);
    }
    page += pages.item(item, heading);
    heading = item.heading ?? '';
    count += 1;
  }
  if (number === 1 && count === 0) page += pages.empty;
  yield { name: pageName(kind, number), input: page + pages.end(kind, number, false) };
}

const pageName = (kind: ExportKind, number: number) => `pages/${kind}-${number}.html`;

async function* mediaEntries(ctx: MemberContext): AsyncGenerator<Entry> {
  for (let after: string | null = null; ;) {
    const own = await listOwnMedia(ctx, ctx.viewer.id, after, MEDIA_PER_READ);
    for (const row of (await loadMedia(ctx, await withoutRemoved(ctx, own))).values()) {
      const file = mainFile(row);
      if (!file || !(await ctx.media.storage.exists(row.id, file.name))) continue;
      // An export can be larger than what is left. The database needs the disk, too.
      await ctx.media.disk.assertFree();
      const input = await ctx.media.storage.read(row.id, file.name);
      yield { name: mediumPath(row.id, file), input, size: file.bytes };
    }
    if (own.length < MEDIA_PER_READ) return;
    after = own.at(-1)?.id ?? null;
  }
}

/** An export does not hand out again what the moderators removed. */
async function withoutRemoved(
  ctx: MemberContext,
  own: Awaited<ReturnType<typeof listOwnMedia>>,
): Promise<string[]> {
  const removed = await findRemovedPosts(
    ctx,
    own.flatMap(({ post_id }) => post_id ?? []),
  );
  return own
    .filter(({ post_id, is_withheld }) => !is_withheld && !(post_id && removed.has(post_id)))
    .map(({ id }) => id);
}
