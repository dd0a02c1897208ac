import { mkdtemp, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { makePictures } from '../../server/src/media/worker/make-pictures.ts';
import { profilePictureSizes } from '../../server/src/media/uploads/profile-picture-sizes.ts';
import type { Storage, StoredFile } from '../../server/src/platform/storage/storage.ts';
import { pickPalette, svg } from './art/paint.ts';
import { portrait } from './art/portrait.ts';
import { scenes, type Scene } from './art/scenes.ts';
import { idAt, MINUTE } from './calendar.ts';
import { Chance } from './chance.ts';
import type { PlannedMessage } from './chats.ts';
import type { Member } from './members.ts';
import type { Plan } from './plan.ts';
import type { PlannedPost } from './threads.ts';

export interface PlannedPicture {
  id: string;
  owner: Member;
  use: { post: PlannedPost; position: number } | { message: PlannedMessage } | 'avatar' | 'cover';
  alt: string;
  draw: () => string;
}

export interface MadePicture extends PlannedPicture {
  width: number;
  height: number;
  placeholder: string;
  files: StoredFile[];
}

const fieldOf = { avatar: 'avatar', cover: 'coverImage' } as const;
const CONCURRENT_DRAWINGS = 8;
const MAX_POSTS_WITH_PICTURES = 44;
const MAX_POSTS_WITH_PICTURES_PER_PERSON = 2;
/** Cumulative shares of the posts with one, two, three and four pictures. */
const shares = [0.55, 0.78, 0.9, 1];
const shapes = [
  { width: 960, height: 640 },
  { width: 960, height: 540 },
  { width: 720, height: 900 },
  { width: 800, height: 800 },
];

/** Plans the pictures of posts, messages and profiles. It uses its own random generator. */
export function planPictures({ members, posts, chats }: Plan): PlannedPicture[] {
  const chance = new Chance(77);
  const perPerson = new Map<Member, number>();
  let withPictures = 0;
  const planned = [...members.values()].flatMap((member) => planProfile(member, chance));
  // Starts with the newest posts, because visitors see these.
  for (const post of posts.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())) {
    const scene = sceneOf(post.shows ?? post.text);
    const already = perPerson.get(post.author) ?? 0;
    if (post.parent || !scene) continue;
    const isEnough =
      post.shows === undefined &&
      (already >= MAX_POSTS_WITH_PICTURES_PER_PERSON ||
        withPictures >= MAX_POSTS_WITH_PICTURES ||
        chance.isTrue(0.35));
    // There are few posts for followers, and some of them should have pictures.
    if (isEnough && post.visibility === 'public') continue;
    perPerson.set(post.author, already + 1);
    withPictures += 1;
    planned.push(...planForPost(post, scene, chance));
  }
  const messages = chats.flatMap((chat) => chat.messages);
  return [...planned, ...messages.flatMap((message) => planForMessage(message, chance))];
}

const sceneOf = (text: string): Scene | undefined => scenes.find(({ about }) => about.test(text));

function planProfile(member: Member, chance: Chance): PlannedPicture[] {
  if (member.persona.isNewcomer) return [];
  const seed = Math.floor(chance.next() * 1e9);
  const avatar: PlannedPicture = {
    id: idAt(member.createdAt),
    owner: member,
    use: 'avatar',
    alt: '',
    draw: () => portrait(new Chance(seed)),
  };
  if (!chance.isTrue(0.4)) return [avatar];
  const scene = chance.pick(scenes);
  const draw = drawing(scene, { width: 1_280, height: 426 }, seed);
  return [avatar, { ...avatar, id: idAt(member.createdAt), use: 'cover', draw }];
}

function planForPost(post: PlannedPost, scene: Scene, chance: Chance): PlannedPicture[] {
  const share = chance.next();
  const count = 1 + shares.findIndex((upTo) => share < upTo);
  return Array.from({ length: count }, (_, position) => ({
    id: idAt(new Date(post.createdAt.getTime() - MINUTE)),
    owner: post.author,
    use: { post, position },
    alt: scene.alts[position % scene.alts.length] ?? '',
    draw: drawing(scene, chance.pick(shapes), Math.floor(chance.next() * 1e9)),
  }));
}

function planForMessage(message: PlannedMessage, chance: Chance): PlannedPicture[] {
  const { shows, sender, createdAt } = message;
  if (shows === undefined) return [];
  const scene = sceneOf(shows);
  if (!scene) throw new Error(`There is no picture of a ${shows}.`);
  return [
    {
      id: idAt(new Date(createdAt.getTime() - MINUTE)),
      owner: sender,
      use: { message },
      alt: chance.pick(scene.alts),
      draw: drawing(scene, chance.pick(shapes), Math.floor(chance.next() * 1e9)),
    },
  ];
}

function drawing(scene: Scene, canvas: { width: number; height: number }, seed: number) {
  return () => {
    const chance = new Chance(seed);
    return svg(canvas, scene.paint(canvas, pickPalette(chance), chance));
  };
}

/** Draws the pictures and stores their files. This is slow, so call it outside a transaction. */
export async function makeAll(planned: PlannedPicture[], storage: Storage): Promise<MadePicture[]> {
  const folder = await mkdtemp(join(tmpdir(), 'roost-demo-'));
  try {
    const made: MadePicture[] = [];
    // Most of the time goes to the disk.
    for (let done = 0; done < planned.length; done += CONCURRENT_DRAWINGS) {
      const some = planned.slice(done, done + CONCURRENT_DRAWINGS);
      made.push(...(await Promise.all(some.map(async (one) => makeOne(one, storage, folder)))));
    }
    return made;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeOne(
  picture: PlannedPicture,
  storage: Storage,
  folder: string,
): Promise<MadePicture> {
  const output = join(folder, picture.id);
  const input = `${output}.png`;
  await mkdir(output);
  await writeFile(
    input,
    await sharp(Buffer.from(picture.draw())).png({ compressionLevel: 1 }).toBuffer(),
  );
  const { use } = picture;
  const only = typeof use === 'string' ? profilePictureSizes(fieldOf[use]) : undefined;
  const task = { what: 'picture', input, output, ...(only && { only }) } as const;
  const { files, ...seen } = await makePictures(task);
  const stored = await Promise.all(
    files.map(async (file) => ({ ...file, bytes: (await stat(join(output, file.name))).size })),
  );
  for (const file of stored) await storage.put(picture.id, file, join(output, file.name));
  return { ...picture, ...seen, files: stored };
}
