import * as moderation from '@roost/contract/moderation';
import * as reactions from '@roost/contract/reactions';
import * as reposts from '@roost/contract/reposts';
import { fileOf, noise, postWith, uploadToChat } from './media.ts';
import type { TestApp } from './app.ts';
import { join, type Member } from './cast.ts';
import { open, send } from './chat.ts';
import { caseOf, decide, report } from './moderation.ts';
import { joinStaff, promote } from './staff.ts';

/** The people and the case that `faceModerators` leaves behind. All cases are closed. */
export interface FacedCases {
  moe: Member;
  finn: Member;
  /** The case of a post by Finn that is withheld, and that the person liked, reposted and answered. */
  finnsCaseId: string;
  finnsPostId: string;
}

const wordsOf = (canary: string) => ({ note: `About ${canary}`, message: `To ${canary}` });

/**
 * Lets the moderators withhold posts and messages of a person, and of another person whose post the person liked. Lets everybody write
 * what the moderation stores, with the canary. The person is a moderator for a moment, too.
 */
export async function faceModerators(
  app: TestApp,
  me: Member,
  bob: Member,
  canary: string,
): Promise<FacedCases> {
  const moe = await joinStaff(app, 'moe');
  const finn = await join(app, 'finn');
  const decideOn = async (subjectId: string, action: moderation.ModerationAction) =>
    decide(moe, (await caseOf(moe, subjectId))._id, { action, ...wordsOf(canary) });

  for (const action of ['hide', 'remove'] as const) {
    const picture = await fileOf(`${canary}.png`, noise(64, 64).png());
    const post = await postWith(me, { content: `To ${action} ${canary}`, alt: canary }, [picture]);
    await finn.comment(post._id, 'A comment by Finn');
    await finn.call(reposts.repost, { params: { postId: post._id } });
    await report(bob, 'post', post._id);
    await decideOn(post._id, action);
  }

  const { _id: finnsPostId } = await finn.post('A post by Finn');
  for (const call of [reactions.toggleLike, reactions.toggleBookmark, reposts.repost] as const)
    await me.call(call, { params: { postId: finnsPostId } });
  await report(me, 'post', finnsPostId, { comment: `Comment ${canary}` });
  const { _id: finnsCaseId } = await caseOf(moe, finnsPostId);
  await decide(moe, finnsCaseId, { action: 'remove' });

  await talkBeforeModerators({ me, finn, moe }, canary);
  await sitAtTheDesk(app, me, moe, canary);
  await report(bob, 'user', me.id);
  const { _id: decisionId } = await decideOn(me.id, 'warn');
  await appeal(me, moe, decisionId, `Appeal ${canary}`, wordsOf(canary));
  const body = { text: `Note by moe ${canary}` };
  await moe.call(moderation.addNote, { params: { userId: me.id }, body });
  return { moe, finn, finnsCaseId, finnsPostId };
}

/** A reported message of the other person brings messages of this person. One message of this person is withheld. */
async function talkBeforeModerators(
  { me, finn, moe }: { me: Member; finn: Member; moe: Member },
  canary: string,
): Promise<void> {
  const { _id: talkId } = await open(me, finn);
  const media = await uploadToChat(me, [await fileOf(`${canary}.png`, noise(40, 40).png())]);
  await send(me, talkId, `Picture ${canary}`, { media });
  const sent = await send(me, talkId, `Reported ${canary}`);
  const rude = await send(finn, talkId, 'A rude message');
  await report(me, 'message', rude._id, { comment: `Rude ${canary}` });
  await decide(moe, (await caseOf(moe, rude._id))._id, { action: 'warn' });
  await report(finn, 'message', sent._id);
  await decide(moe, (await caseOf(moe, sent._id))._id, { action: 'hide', ...wordsOf(canary) });
}

/** The person is a moderator for a moment: decides a case and an appeal, and writes a note. */
async function sitAtTheDesk(app: TestApp, me: Member, moe: Member, canary: string): Promise<void> {
  const [gina, hans] = [await join(app, 'gina'), await join(app, 'hans')];
  const words = { note: `Desk ${canary}`, message: `Desk ${canary}` };
  await report(hans, 'user', gina.id);
  await report(gina, 'user', hans.id);
  await promote(app, me);
  await decide(me, (await caseOf(me, gina.id))._id, { action: 'warn', ...words });
  const body = { text: `Desk ${canary}` };
  await me.call(moderation.addNote, { params: { userId: gina.id }, body });
  const { _id: decisionId } = await decide(moe, (await caseOf(moe, hans.id))._id, {
    action: 'warn',
  });
  await appeal(hans, me, decisionId, 'Against it', words);
  await promote(app, me, 'member');
}

/** Appeals against a decision, which somebody of the staff upholds. */
async function appeal(
  member: Member,
  moderator: Member,
  decisionId: string,
  text: string,
  words: { note: string; message: string },
): Promise<void> {
  const { data } = await member.call(moderation.createAppeal, { body: { decisionId, text } });
  await moderator.call(moderation.decideAppeal, {
    params: { appealId: data._id },
    body: { uphold: true, ...words },
  });
}
