import type { Media } from '@roost/contract/media';
import { inMegabytes } from '../../../lib/megabytes.ts';
import { kindOf } from './file-kinds.ts';

export interface TierLimits {
  files: number;
  imageBytes: number;
  videoBytes: number;
}

export interface Limits {
  /** What the viewer may. */
  own: TierLimits;
  /** What Premium may, where that is more. */
  premium?: TierLimits;
}

interface FileLike {
  name: string;
  type: string;
  size: number;
}

interface Judged<F> {
  accepted: { file: F; kind: Media['type'] }[];
  /** One sentence for each thing that could not be taken. */
  problems: string[];
}

/** Which of these files can go into a post that has so many already. Without limits the server is the judge. */
export function judgeFiles<F extends FileLike>(
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

/** Which of these can go into a message that has so many pictures already. */
export function judgePictures<F extends FileLike>(
  files: readonly F[],
  already: number,
  most: number,
): Judged<F> {
  const accepted: Judged<F>['accepted'] = [];
  const problems: string[] = [];
  for (const file of files) {
    if (kindOf(file) !== 'image') problems.push(notSendable(file.name));
    else if (file.size === 0) problems.push(`${file.name} is empty.`);
    else accepted.push({ file, kind: 'image' });
  }
  if (accepted.length > most - already) {
    problems.push(`A message can have up to ${most} pictures.`);
    accepted.length = Math.max(0, most - already);
  }
  return { accepted, problems };
}

export function notSendable(name: string): string {
  return `${name} can’t be sent. Choose JPEG, PNG, WebP, GIF or AVIF pictures.`;
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
  if (!kind)
    return `${name} can’t be posted. Choose JPEG, PNG, WebP, GIF or AVIF pictures, MP4, WebM or MOV videos.`;
  if (size === 0) return `${name} is empty.`;
  // Pictures are made smaller before they are sent.
  if (kind !== 'video' || !limits || size <= limits.own.videoBytes) return undefined;
  const { own, premium } = limits;
  const more =
    premium && premium.videoBytes > own.videoBytes
      ? `, with Premium ${inMegabytes(premium.videoBytes)}`
      : '';
  return `${name} is too large (${inMegabytes(size)}). Videos can have up to ${inMegabytes(own.videoBytes)}${more}.`;
}
