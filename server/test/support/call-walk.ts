import { setTimeout as wait } from 'node:timers/promises';
import type { TestApp } from './app.ts';
import { WalkingTab } from './call-tab.ts';
import { coolDown, friends, liveCalls, roomOf } from './calls.ts';
import { crowdOf, type Member } from './cast.ts';
import { findDrift } from './recount.ts';

/** The settings of the application. A short ring time keeps the test short. */
export const walkEnv = { CALL_RING_SECONDS: '1' };
export const walkOptions = { callGrace: 60 };

/** The number of steps between two checks. Before a check, everything comes to rest. */
const STEPS_PER_CHECK = 100;
const REST_TIMEOUT_MS = 15_000;

interface Walk {
  app: TestApp;
  tabs: WalkingTab[];
  outsider: WalkingTab;
  roomId: string;
  random: () => number;
  findings: string[];
  counts: Record<string, number>;
}

/**
 * Simulates two people with two tabs each and one outsider. They do random actions, partly at the same time, while connections
 * drop. Returns every violation. Violations are a call that does not end, a person who stays busy, an outsider in a room, a
 * tab with a wrong call, and a call without its message.
 */
export async function walk(
  app: TestApp,
  steps: number,
  seed = Date.now(),
): Promise<{ findings: string[]; counts: Record<string, number> }> {
  const [alice, bob] = (await friends(app, 2)) as [Member, Member];
  const [eve] = (await crowdOf(app, 1, `eve${seed}_`)) as [Member];
  const named = (member: Member, n: number) =>
    new WalkingTab(member, `${member.username}-tab-${n}`);
  const tabs = [alice, bob].flatMap((member) => [named(member, 1), named(member, 2)]);
  const outsider = named(eve, 1);
  const everyone = [...tabs, outsider];
  const roomId = roomOf(alice, bob);
  const all: Walk = {
    app,
    tabs,
    outsider,
    roomId,
    random: randomFrom(seed),
    findings: [],
    counts: {},
  };
  try {
    for (let done = 0; done < steps && all.findings.length === 0;) {
      await Promise.all(everyone.map(async (tab) => tab.connect()));
      await Promise.all(everyone.map(async (tab) => tab.connectPeer()));
      const end = Math.min(steps, done + STEPS_PER_CHECK);
      while (done < end) {
        const together = Math.min(end - done, 1 + Math.floor(all.random() * 4));
        await Promise.all(Array.from({ length: together }, async () => step(all)));
        done += together;
      }
      await comeToRest(all);
      all.findings.push(...everyone.flatMap((tab) => tab.findings));
    }
    all.findings.push(...(await wrongCallMessages(app)));
    all.findings.push(...(await findDrift(app.ctx)).map((drift) => JSON.stringify(drift)));
  } finally {
    for (const tab of everyone) tab.close();
  }
  return { findings: all.findings.map((each) => `${each} (seed ${seed})`), counts: all.counts };
}

async function step(all: Walk): Promise<void> {
  const { tabs, random, counts } = all;
  const tab = pick(tabs, random);
  const other = tabs.find(({ member }) => member !== tab.member)!.member;
  const [name, act] = pick(actions, random);
  const isDone = await act(all, tab, other);
  if (isDone) counts[name] = (counts[name] ?? 0) + 1;
}

type Act = (all: Walk, tab: WalkingTab, other: Member) => Promise<boolean>;

const actions: [name: string, act: Act][] = [
  ['ring', rings],
  ['ring', rings],
  ['ring', rings],
  ['cross', crosses],
  ['answer', answers],
  ['answer', answers],
  ['answer', answers],
  ['reject', rejects],
  ['hang up', async (_, tab, other) => !tab.isIdle && tab.end('hangUp', other)],
  ['hang up whatever', async (_, tab, other) => tab.end('hangUp', other)],
  ['join', joins],
  ['join', joins],
  ['join', joins],
  ['offer', offers],
  ['offer', offers],
  ['leave', async ({ roomId }, tab) => tab.signal('leave', { roomId })],
  ['show', async ({ roomId }, tab) => tab.signal('screen-start', { roomId })],
  ['lose', async (_, tab) => drop(tab, 'main')],
  ['lose peer', async (_, tab) => drop(tab, 'peer')],
  ['come back', comesBack],
  ['come back', comesBack],
  ['come back', comesBack],
  ['wait', async ({ random }) => wait(random() * 40, true)],
  ['intrude', intrudes],
];

async function rings({ app, random }: Walk, tab: WalkingTab, other: Member): Promise<boolean> {
  if (random() < 0.8) await coolDown(app);
  await tab.ring(other);
  return tab.calling !== null;
}

/** Two tabs call each other at the same time. */
async function crosses(
  { app, tabs, random }: Walk,
  tab: WalkingTab,
  other: Member,
): Promise<boolean> {
  const across = tabs.find(({ member }) => member === other)!;
  if (random() < 0.8) await coolDown(app);
  await Promise.all([tab.ring(other), across.ring(tab.member)]);
  return tab.active !== null && tab.active === across.active;
}

async function rejects({ tabs }: Walk, anyone: WalkingTab): Promise<boolean> {
  const tab = tabs.find((each) => each.ringing.size > 0) ?? anyone;
  return tab.end('rejectCall', tabs.find(({ member }) => member !== tab.member)!.member);
}

async function answers(all: Walk, tab: WalkingTab, other: Member): Promise<boolean> {
  const { tabs, random } = all;
  // Usually a call that rings in this tab. Sometimes a call that this tab must not answer.
  const isApt = random() < 0.9;
  const rung = () => tabs.find((each) => each.ringing.size > 0);
  // Pure chance would rarely let a call ring at this moment, and the simulation would rarely reach active calls.
  if (isApt && !rung() && (await rings(all, tab, other))) await wait(20);
  const ringing = rung() ?? tab;
  const signal = isApt
    ? [...ringing.ringing][0]
    : pick(
        tabs.flatMap((each) => each.knows),
        random,
      );
  return signal !== undefined && (isApt ? ringing : tab).answer(signal);
}

/** Usually a participant enters the room, and sometimes any tab tries. */
async function joins({ roomId, tabs, random }: Walk, tab: WalkingTab): Promise<boolean> {
  const apt = random() < 0.8 ? tabs.filter((each) => each.active !== null) : [tab];
  const joined = await Promise.all(apt.map(async (each) => each.signal('join', { roomId })));
  return joined.includes(true);
}

async function offers(
  { roomId, tabs, findings, random }: Walk,
  anyone: WalkingTab,
): Promise<boolean> {
  const tab = (random() < 0.8 && tabs.find((each) => each.active !== null)) || anyone;
  const sdp = `${tab.member.id} ${Math.random()}`;
  const sent = await tab.signal('offer', { roomId, description: { type: 'offer', sdp } });
  const heardBy = tabs.filter((each) => each.offers.includes(sdp));
  if (heardBy.length > 1) findings.push('an offer heard by two tabs');
  if (heardBy.some(({ member }) => member === tab.member)) findings.push('an own offer heard');
  return sent && heardBy.length > 0;
}

async function drop(tab: WalkingTab, which: 'main' | 'peer'): Promise<boolean> {
  tab.cut(which);
  return true;
}

async function comesBack(_: Walk, tab: WalkingTab): Promise<boolean> {
  await Promise.all([tab.connect(), tab.connectPeer()]);
  return true;
}

/** The outsider tries actions of participants, with the right room and call id. */
async function intrudes(all: Walk): Promise<boolean> {
  const { outsider, tabs, roomId, random, findings } = all;
  const description = { type: 'offer', sdp: 'intruder' };
  const known = pick(
    tabs.flatMap((tab) => tab.knows),
    random,
  );
  const other = pick(tabs, random).member;
  const done = await Promise.all([
    outsider.signal('join', { roomId }),
    outsider.signal('offer', { roomId, description }),
    outsider.signal('leave', { roomId }),
    outsider.end('hangUp', other),
    outsider.end('rejectCall', other),
    known !== undefined && outsider.answer(known),
  ]);
  if (done.some(Boolean)) findings.push('an outsider was let do something');
  if (outsider.heard > 0) findings.push('an outsider heard something');
  if (tabs.some((tab) => tab.offers.includes('intruder'))) findings.push('an outsider was heard');
  return true;
}

/**
 * All tabs reconnect and hang up, or all disconnect at once. Afterwards no call may be live, no tab may show one, and
 * everybody can call everybody.
 */
async function comeToRest({ app, tabs, findings, random }: Walk): Promise<void> {
  const [alice, bob] = [tabs[0]!, tabs[2]!];
  const settled = async (isSo: () => Promise<boolean>) => {
    for (const deadline = Date.now() + REST_TIMEOUT_MS; Date.now() < deadline; await wait(20))
      if (await isSo()) return;
  };
  const isOver = async () => (await liveCalls(app)).length === 0;
  const haveVanished = random() < 0.5;
  if (haveVanished) {
    for (const tab of tabs) for (const which of ['main', 'peer'] as const) tab.cut(which);
    await settled(isOver);
    if (!(await isOver())) findings.push('a call outlives its tabs');
  }
  // A tab may not have noticed yet that its connection was cut.
  const isBack = async () => {
    await Promise.all(tabs.map(async (tab) => tab.connect()));
    return tabs.every((tab) => tab.isConnected);
  };
  await isBack();
  if (!haveVanished)
    for (const tab of tabs)
      await tab.end('hangUp', (tab.member === alice.member ? bob : alice).member);
  await settled(
    async () => (await isBack()) && (await isOver()) && tabs.every((tab) => tab.isIdle),
  );
  const left = await liveCalls(app);
  if (left.length > 0) findings.push(`a call is still ${left[0]?.status}`);
  for (const tab of tabs)
    if (!tab.isIdle)
      findings.push(`${tab.name} believes in ${tab.knows.length} calls there are not`);
  const busy = await app.ctx.db
    .selectFrom('call_members')
    .selectAll()
    .where('ended_at', 'is', null)
    .execute();
  if (busy.length > 0) findings.push('somebody is busy for nothing');
  await coolDown(app);
  const refusal = await alice.ring(bob.member);
  if (refusal !== null) findings.push(`a call can’t be placed: ${refusal}`);
  await alice.end('hangUp', bob.member);
  await coolDown(app);
}

/** Finds calls without exactly one message. */
async function wrongCallMessages({ ctx }: TestApp): Promise<string[]> {
  const ended = await ctx.db.selectFrom('calls').select('id').execute();
  const lines = await ctx.db
    .selectFrom('messages')
    .select('id')
    .where('kind', '=', 'call')
    .execute();
  return ended.length === lines.length ? [] : [`${lines.length} lines for ${ended.length} calls`];
}

function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T;
}

/** A random generator (mulberry32): the same seed gives the same numbers from 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
