import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { TestApp } from './app.ts';
import { crowdOf, type Member } from './cast.ts';
import { history, listed, open } from './chat.ts';
import { Device, type Faults } from './chat-device.ts';
import { findDrift } from './recount.ts';

const DEVICES = 2;
/** All devices must have all events within this time after the last send. */
const SETTLE_TIMEOUT_MS = 60_000;

interface Side {
  member: Member;
  other: Member;
  conversationId: string;
  devices: Device[];
}

interface Storm {
  pairs: number;
  messages: number;
  cuts: number;
}

/**
 * Simulates pairs of people who write to each other from two devices each, while connections drop at random. Returns every
 * violation. Each device must show each message once and in order, and unread counts, receipts and histories must be right.
 */
export async function storm(
  app: TestApp,
  { pairs, messages, cuts }: Storm,
  faults: Faults = {},
): Promise<string[]> {
  const people = await crowdOf(app, pairs * 2, `storm${Date.now()}_`);
  const [stranger] = await crowdOf(app, 1, `stranger${Date.now()}_`);
  const bystander = new Device(stranger!);
  const sides = await Promise.all(people.map(async (_, n) => sideOf(people, n, faults)));
  const devices = sides.flatMap((side) => side.devices);
  try {
    const done = { sent: 0, cuts: 0 };
    const total = Math.floor(messages / devices.length) * devices.length;
    const cutting = cutAtRandom(devices, cuts, total, done);
    await Promise.all(
      sides.flatMap((side) =>
        side.devices.map(async (device, n) => {
          for (let k = 0; k < total / devices.length; k += 1) {
            await device.send(side.other, side.conversationId, `${side.member.username} ${n} ${k}`);
            done.sent += 1;
            sometimesMark(side);
          }
        }),
      ),
    );
    await cutting;
    const findings = (await settled(app, sides)) ? [] : ['it never came to rest'];
    findings.push(...(await Promise.all(sides.map(examine))).flat());
    const stored = (
      await Promise.all(sides.map(async (side) => history(side.member, side.conversationId)))
    ).flat();
    // The list contains each message twice, once for each side.
    if (stored.length !== total * 2) findings.push(`${stored.length / 2} messages of ${total}`);
    if (bystander.since > 0 || bystander.shown.length > 0) findings.push('a bystander heard of it');
    // The tables are new. Without statistics, PostgreSQL plans the recount for nearly empty tables.
    await sql`analyze`.execute(app.ctx.db);
    if (done.cuts < cuts) findings.push(`only ${done.cuts} cuts`);
    return [...findings, ...(await findDrift(app.ctx)).map((drift) => JSON.stringify(drift))];
  } finally {
    for (const device of [...devices, bystander]) device.close();
  }
}

async function sideOf(people: Member[], n: number, faults: Faults): Promise<Side> {
  const [member, other] = [people[n]!, people[n % 2 ? n - 1 : n + 1]!];
  const { _id: conversationId } = await open(member, other);
  const devices = Array.from({ length: DEVICES }, () => new Device(member, faults));
  return { member, other, conversationId, devices };
}

/** Spreads the cuts over all sends. Counts only cuts of open connections. */
async function cutAtRandom(
  devices: Device[],
  cuts: number,
  total: number,
  done: { sent: number; cuts: number },
): Promise<void> {
  while (done.cuts < cuts) {
    const isDue = done.cuts < (done.sent / total) * cuts || done.sent >= total;
    if (isDue) devices[Math.floor(Math.random() * devices.length)]?.cut();
    done.cuts = devices.reduce((sum, device) => sum + device.cuts, 0);
    await wait(isDue ? Math.random() * 3 : 2);
  }
}

function sometimesMark({ devices, conversationId }: Side): void {
  const device = devices[Math.floor(Math.random() * devices.length)];
  const chance = Math.random();
  if (chance < 0.1) device?.mark('markMessagesAsRead', conversationId);
  else if (chance < 0.4) device?.mark('markMessagesAsDelivered', conversationId);
}

/** Waits until all receipts are acknowledged and all devices have read their event logs to the end. Returns false after a time-out. */
async function settled(app: TestApp, sides: Side[]): Promise<boolean> {
  let before = '';
  for (const deadline = Date.now() + SETTLE_TIMEOUT_MS; Date.now() < deadline; await wait(100)) {
    const isMarking = sides.some(({ devices }) => devices.some((each) => each.isMarking));
    // Entries of repeated sends go only to one socket of the sender.
    const { rows: heads } = await sql<{ user_id: string; last_seq: number }>`
      select user_id, max(seq) as last_seq from event_log_entries where item->'isRepeat' is null
      group by user_id order by user_id`.execute(app.ctx.db);
    const lastOf = new Map(heads.map((head) => [head.user_id, head.last_seq]));
    const isBehind = sides.some(({ member, devices }) =>
      devices.some((each) => !each.isConnected || each.since < (lastOf.get(member.id) ?? 0)),
    );
    const now = JSON.stringify(heads);
    if (!isMarking && !isBehind && now === before) return true;
    before = now;
  }
  return false;
}

async function examine({ member, other, conversationId, devices }: Side): Promise<string[]> {
  const own = await history(member, conversationId);
  const theirs = await history(other, conversationId);
  const unread = (await listed(member, conversationId))?.currentUserUnreadCount;
  const ids = own.map(({ _id }) => _id).join();
  const wrong: string[] = [];
  if (theirs.map(({ _id }) => _id).join() !== ids) wrong.push('the two histories differ');
  for (const device of devices) {
    wrong.push(...device.findings);
    if (device.shown.map(({ _id }) => _id).join() !== ids)
      wrong.push(`a device shows ${device.shown.length} of ${own.length}`);
    if (device.acknowledged.some(({ _id }) => !ids.includes(_id)))
      wrong.push('an answer was untrue');
    if (device.unread !== unread) wrong.push(`unread ${device.unread}, not ${unread}`);
    for (const { senderId, number, deliveryStatus } of own) {
      if (senderId._id !== member.id) continue;
      const isRead = number <= device.readUpTo;
      const mark = isRead ? 'read' : number <= device.deliveredUpTo ? 'delivered' : 'sent';
      if (mark !== deliveryStatus)
        wrong.push(`message ${number} is ${deliveryStatus}, not ${mark}`);
    }
  }
  return wrong.map((each) => `${member.username}: ${each}`);
}
