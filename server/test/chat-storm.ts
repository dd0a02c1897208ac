import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { TestApp } from './app.ts';
import { crowdOf, type Member } from './cast.ts';
import { history, listed, open } from './chat.ts';
import { Device, type Faults } from './chat-device.ts';
import { findDrift } from './recount.ts';

const DEVICES = 2;
/** Milliseconds for all devices to have everything, once all is sent. */
const SETTLE_WITHIN = 60_000;

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
 * Pairs of people write to each other, each from two devices, while connections are cut at random. Gives whatever is
 * not as it must be: each message once, in order, on every device; unread counts, marks and both histories right.
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
    // Each pair is looked at from both sides.
    if (stored.length !== total * 2) findings.push(`${stored.length / 2} messages of ${total}`);
    if (bystander.since > 0 || bystander.shown.length > 0) findings.push('a bystander heard of it');
    // All of it was written just now: without, the recount is planned as if there were next to nothing.
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

/** Spread over all that is sent; every one a connection that was there. */
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

/** Whether, in time, every mark was taken and every device has read its stream to the end; what is cut off ends by itself. */
async function settled(app: TestApp, sides: Side[]): Promise<boolean> {
  let before = '';
  for (const deadline = Date.now() + SETTLE_WITHIN; Date.now() < deadline; await wait(100)) {
    const isMarking = sides.some(({ devices }) => devices.some((each) => each.isMarking));
    // That something was sent before is told to nobody but its sender.
    const { rows: heads } = await sql<{ user_id: string; last_seq: number }>`
      select user_id, max(seq) as last_seq from stream_events where item->'isRepeat' is null
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
