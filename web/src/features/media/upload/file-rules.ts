import * as words from '#words/media';
import type { Media } from '@roost/contract/media';
import { inMegabytes } from '../../../lib/format/megabytes.ts';
import { kindOf } from './file-kinds.ts';

export interface TierLimits {
  files: number;
  imageBytes: number;
  videoBytes: number;
}

export interface Limits {
  /** The limits of the viewer's tier. */
  own: TierLimits;
  /** The limits of Premium, if they are higher. */
  premium?: TierLimits;
}

interface FileLike {
  name: string;
  type: string;
  size: number;
}

interface Judged<F> {
  accepted: { file: F; kind: Media['type'] }[];
  /** One sentence for each reason why files were rejected. */
  problems: string[];
}

/** Chooses the files that fit into a post that already has `already` files. Without limits the server decides. */
export function checkFiles<F extends FileLike>(
  files: readonly F[],
  already: number,
  limits: Limits | undefined,
): Judged<F> {
  const accepted: Judged<F>['accepted'] = [];
  const problems: string[] = [];
  const room = limits ? limits.own.files - already : Infinity;
  for (const file of files) {
    const kind = kindOf(file);
    const problem = problemWith(file, kind, limits);
    if (problem || !kind) problems.push(problem ?? '');
    else accepted.push({ file, kind });
  }
  if (accepted.length > room) {
    problems.push(tooMany(limits!));
    accepted.length = Math.max(0, room);
  }
  return { accepted, problems };
}

/** Chooses the files that fit into a message that already has `already` pictures. */
export function checkPictures<F extends FileLike>(
  files: readonly F[],
  already: number,
  most: number,
): Judged<F> {
  const accepted: Judged<F>['accepted'] = [];
  const problems: string[] = [];
  for (const file of files) {
    if (kindOf(file) !== 'image') problems.push(notSendable(file.name));
    else if (file.size === 0) problems.push(words.isEmpty({ name: file.name }));
    else accepted.push({ file, kind: 'image' });
  }
  if (accepted.length > most - already) {
    problems.push(words.tooManyPictures({ limit: most }));
    accepted.length = Math.max(0, most - already);
  }
  return { accepted, problems };
}

export function notSendable(name: string): string {
  return words.unusableForMessage({ name });
}

export function tooMany({ own, premium }: Limits): string {
  const more = premium && premium.files > own.files ? `, with Premium ${premium.files}` : '';
  return `A post can have up to ${own.files} files${more}.`;
}

function problemWith(
  { name, size }: FileLike,
  kind: Media['type'] | undefined,
  limits: Limits | undefined,
): string | undefined {
  if (!kind) return words.unusableForPost({ name });
  if (size === 0) return words.isEmpty({ name });
  // Pictures are compressed before the upload.
  if (kind !== 'video' || !limits || size <= limits.own.videoBytes) return undefined;
  const { own, premium } = limits;
  const more =
    premium && premium.videoBytes > own.videoBytes
      ? `, with Premium ${inMegabytes(premium.videoBytes)}`
      : '';
  return `${name} is too large (${inMegabytes(size)}). Videos can have up to ${inMegabytes(own.videoBytes)}${more}.`;
}
