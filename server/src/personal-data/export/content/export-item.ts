import type { MemberContext } from '../../../kernel/context.ts';
import type { Locale } from '../../../platform/locale.ts';

/** A picture or video in an export. */
export interface ExportedMedium {
  /** From the root of the export. */
  path: string;
  alt: string;
  kind: 'image' | 'video';
}

/** One thing of a person, as the JSON of the export has it. The pages show the same. */
export interface ExportItem {
  /** Items with the same heading stand together on a page. */
  heading?: string;
  /** ISO 8601. */
  at?: string;
  text?: string;
  /** The address on the site. */
  url?: string;
  media?: ExportedMedium[];
  /** Whether the person wrote it. Absent if nobody else could have. */
  isOwn?: boolean;
  /** Further facts. Each has its name on the pages in `detail-words.ts`. */
  details?: Record<string, unknown>;
}

/** Reads one kind of data in batches. The few texts of our own are in the language of the export. */
export type ReadItems = (ctx: MemberContext, locale: Locale) => AsyncGenerator<ExportItem>;

/** An address on the site. Not from a request: a forged Host header must not choose it. */
export function siteUrl({ config }: MemberContext, path: string): string {
  return (config.publicUrl ?? `http://localhost:${config.port}`) + path;
}

export const postUrl = (ctx: MemberContext, id: string) => siteUrl(ctx, `/home/post/${id}`);
export const profileUrl = (ctx: MemberContext, username: string) =>
  siteUrl(ctx, `/home/profile/${username}`);
