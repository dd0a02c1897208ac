import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { expect } from 'vitest';
import { uploadMessageMedia } from '@roost/contract/chat';
import { uploadMedia, type Media } from '@roost/contract/media';
import * as posts from '@roost/contract/posts';
import type { TestApp } from './app.ts';
import type { Member } from './cast.ts';

export interface TestFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Makes a picture of noise, which no format can compress. */
export function noise(width: number, height: number): Sharp {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
}

export async function fileOf(name: string, picture: Sharp): Promise<TestFile> {
  return { name, bytes: new Uint8Array(await picture.toBuffer()) };
}

/** Makes an animation of plain frames. */
export async function animation(frames: number, width: number, height: number): Promise<Sharp> {
  const pictures = Array.from({ length: frames }, async (_, n) =>
    sharp({ create: { width, height, channels: 3, background: `hsl(${(n * 40) % 360},80%,50%)` } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(pictures), { join: { animated: true } });
}

function append(form: FormData, field: string, { name, bytes }: TestFile): void {
  form.append(field, new Blob([bytes], { type: 'application/octet-stream' }), name);
}

/** Sends one file to POST /api/media. */
export async function send(
  member: Member,
  file: TestFile,
  {
    poster,
    alt,
    headers = {},
  }: { poster?: TestFile; alt?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const form = new FormData();
  append(form, 'file', file);
  if (poster) append(form, 'poster', poster);
  if (alt !== undefined) form.append('alt', alt);
  return member.client.fetch('/api/media', { method: 'POST', body: form, headers });
}

/** Uploads one file. Compares the answer with the contract. */
export async function upload(
  member: Member,
  file: TestFile,
  more: Parameters<typeof send>[2] = {},
): Promise<Media> {
  const response = await send(member, file, more);
  const body: unknown = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(201);
  return uploadMedia.response.parse(body).data;
}

/** Sends a post as a form with files. */
export async function sendPost(
  member: Member,
  fields: Record<string, string | string[]>,
  files: TestFile[] = [],
  headers: Record<string, string> = {},
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const item of [value].flat()) form.append(name, item);
  for (const file of files) append(form, 'media', file);
  return member.client.fetch('/api/posts/createpost', { method: 'POST', body: form, headers });
}

export async function postWith(...input: Parameters<typeof sendPost>): Promise<posts.Post> {
  const response = await sendPost(...input);
  const body: unknown = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(201);
  return posts.createPost.response.parse(body).data;
}

/** Uploads pictures for a message. Returns their ids. */
export async function uploadToChat(member: Member, files: TestFile[]): Promise<string[]> {
  const form = new FormData();
  for (const file of files) append(form, 'images', file);
  const response = await member.client.fetch('/api/chat/message-media-upload', {
    method: 'POST',
    body: form,
  });
  return uploadMessageMedia.response.parse(await response.json()).data.map(({ _id }) => _id);
}

/** Path and query of an address from the app, for a client's own fetch. */
export function pathOf(url: string | undefined): string {
  const { pathname, search } = new URL(String(url));
  return pathname + search;
}

/** Lists all stored media files, with those of unfinished uploads. */
export async function mediaFiles(app: TestApp): Promise<string[]> {
  const entries = await readdir(join(app.dataFolder, 'media'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** Makes the files of a medium or an export two days old. Young files may still wait for their row. */
export async function ageFiles(
  { dataFolder }: TestApp,
  id: string,
  folder: 'files' | 'exports' = 'files',
): Promise<void> {
  const time = new Date(Date.now() - 2 * 86_400_000);
  await utimes(join(dataFolder, 'media', folder, id.slice(-2), id), time, time);
}
