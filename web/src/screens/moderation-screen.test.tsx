import { AppError } from '@roost/contract/errors';
import {
  decideCase,
  listAlikeCases,
  listCases,
  showCase,
  type Decision,
  type ModerationCase,
  type ShownCase,
} from '@roost/contract/moderation';
import { getSite } from '@roost/contract/site';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { server, success } from '../../test/support/fake-server.ts';
import { renderApp } from '../../test/support/render-app.tsx';
import { sampleId } from '../../test/support/sample-id.ts';
import { sampleMedia } from '../../test/support/sample-media.ts';
import { bob, viewer } from '../../test/support/sample-posts.ts';
import { sendAllNow } from '../features/moderation/decisions/delayed-acts.ts';
import { paths } from '../paths.ts';
import { ModerationScreen } from './moderation-screen.tsx';

const sampleImage = sampleMedia('picture');
const caseId = sampleId('case');
const author = {
  _id: sampleId('bob'),
  username: bob.username,
  fullName: bob.fullName,
  avatar: bob.avatar,
};
const found: ModerationCase = {
  _id: caseId,
  subject: { type: 'post', _id: sampleId('post') },
  reports: 1,
  firstAt: '2026-01-02T00:00:00.000Z',
  lastAt: '2026-01-02T00:00:00.000Z',
  status: 'open',
  assignee: null,
  author,
  signals: ['links'],
  preview: 'Buy now',
  media: 1,
  reasons: [{ reason: 'spam', count: 1 }],
};
const subject = {
  type: 'post',
  content: 'Buy now',
  media: [sampleImage],
  visibility: 'public',
  parentId: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  editedAt: null,
} as const;
const shown: ShownCase = {
  case: found,
  signals: {
    heldUntil: null,
    isNew: true,
    isUnverified: false,
    links: 0,
    text: {
      times: 3,
      accounts: 2,
      newAccounts: 1,
      firstAt: '2026-01-01T00:00:00.000Z',
      lastAt: '2026-01-01T00:00:00.000Z',
    },
    network: null,
  },
  asReported: { ...subject, media: [...subject.media] },
  now: null,
  history: {
    role: 'member',
    joinedAt: '2026-01-01T00:00:00.000Z',
    posts: 1,
    followers: 0,
    reports: 1,
    ownReports: 0,
    measures: [],
    decisions: [],
  },
  reports: [],
  notes: [],
  decisions: [],
};
const pagination = { currentPage: 1, totalPages: 1, nextCursor: null };
const waiting = { cases: 1, own: 0, appeals: 0 };
const rule = { _id: sampleId('rule'), text: 'Be kind' };

beforeEach(() => {
  server.answer(listCases, () => success({ cases: [found], waiting, pagination }));
  server.answer(showCase, () => success(shown));
  server.answer(listAlikeCases, () => success({ cases: [] }));
  server.answer(getSite, () =>
    success({
      name: 'Roost',
      description: '',
      rules: [rule],
      rulesVersion: 1,
      registration: 'open',
      languages: ['en'],
      contact: '',
      announcement: '',
      accent: 285,
      logo: null,
      vapidKey: null,
      version: '1',
    }),
  );
});

const render = (path: string, role: 'moderator' | 'admin' = 'moderator') =>
  renderApp(<ModerationScreen />, { viewer: { ...viewer, role }, path });

test('without a second factor the desk explains what to do', async () => {
  server.answer(listCases, () => {
    throw new AppError('second_factor_needed');
  });
  render(paths.moderation);
  const link = await screen.findByRole('link', { name: 'Set up an app' });
  expect(link.getAttribute('href')).toBe(paths.settingsSection('security'));
});

test('pictures are not loaded before a press', async () => {
  const { user } = render(paths.moderationCase(caseId));
  await user.click(await screen.findByRole('button', { name: 'Show: Picture 1' }));
  expect(document.querySelector('main img, li img')?.getAttribute('src')).toBe(sampleImage.url);
  await user.click(screen.getByRole('button', { name: 'Hide again: Picture 1' }));
  expect(document.querySelector('li img')).toBeNull();
});

test('a refused decision says why, and the case keeps everything typed', async () => {
  const asked = server.answer(decideCase, () => {
    throw new AppError('forbidden', { message: 'Somebody was faster.' });
  });
  const { user } = render(paths.moderationCase(caseId));
  const message = await screen.findByLabelText('Message for the author');
  await user.type(message, 'Please stop');
  await user.selectOptions(screen.getByLabelText('Broken rule'), 'Be kind');
  await user.click(screen.getByRole('button', { name: 'Suspend' }));
  sendAllNow();
  await screen.findByText('Somebody was faster.');
  const { body } = asked.mock.lastCall![0];
  expect(body).toMatchObject({ action: 'suspend', message: 'Please stop', ruleId: rule._id });
  expect(Date.parse(body.until!) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
  await user.click(screen.getByRole('link', { name: 'Open' }));
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLTextAreaElement>('Message for the author').value).toBe(
      'Please stop',
    ),
  );
  expect(screen.queryByText('Somebody was faster.')).toBeNull();
});

const ada = { ...author, _id: sampleId('ada'), username: 'ada' };
const removedByAda: Decision = {
  _id: sampleId('decision'),
  caseId,
  subject: found.subject,
  action: 'remove',
  reason: 'spam',
  ruleId: null,
  rule: null,
  until: null,
  note: '',
  message: '',
  moderator: ada,
  createdAt: '2026-01-03T00:00:00.000Z',
  undoneAt: null,
  undoneBy: null,
};
const closed: ShownCase = {
  ...shown,
  case: { ...found, status: 'closed' },
  decisions: [removedByAda],
};

test('a decision is not sent over one of somebody else, and nothing typed is lost', async () => {
  const asked = server.answer(decideCase, () =>
    success({ ...removedByAda, _id: sampleId('own'), action: 'hide' }),
  );
  const { user } = render(paths.moderationCase(caseId));
  await user.type(await screen.findByLabelText('Message for the author'), 'Too loud');
  await user.click(screen.getByRole('button', { name: 'Hide' }));
  server.answer(showCase, () => success(closed));
  sendAllNow();
  await screen.findByText('@ada decided the same case: Removed');
  await user.click(screen.getByRole('link', { name: 'Show the case' }));
  await screen.findByText('This case is closed.');
  const message = screen.getByLabelText<HTMLTextAreaElement>('Message for the author');
  expect(message.value).toBe('Too loud');
  expect(asked).not.toHaveBeenCalled();
});

test('“Decide anyway” sends after a new delay, and counts the newer decision as seen', async () => {
  const own = { ...removedByAda, _id: sampleId('own'), action: 'hide', moderator: null } as const;
  const asked = server.answer(decideCase, () => success(own));
  const { user } = render(paths.moderationCase(caseId));
  await user.click(await screen.findByRole('button', { name: 'Hide' }));
  server.answer(showCase, () => success(closed));
  sendAllNow();
  await user.click(await screen.findByRole('button', { name: 'Decide anyway' }));
  expect(screen.queryByText('@ada decided the same case: Removed')).toBeNull();
  await screen.findByRole('button', { name: 'Undo: Hide, Post by @bob' });
  expect(asked).not.toHaveBeenCalled();
  sendAllNow();
  await waitFor(() => expect(asked).toHaveBeenCalledOnce());
});

test('a decision that replaced one of the same moment says so', async () => {
  const own = { ...removedByAda, _id: sampleId('own'), action: 'hide' } as const;
  server.answer(decideCase, () => {
    server.answer(showCase, () => success({ ...closed, decisions: [own, removedByAda] }));
    return success(own);
  });
  const { user } = render(paths.moderationCase(caseId));
  await user.click(await screen.findByRole('button', { name: 'Hide' }));
  sendAllNow();
  await screen.findByText('@ada decided the same case: Removed');
  screen.getByText('Your decision came a moment later and replaced it. Hide: Post by @bob.');
});

test('a removed post has no link to a page that nobody can open', async () => {
  const now = { ...subject, media: [] };
  server.answer(showCase, () => success({ ...shown, now }));
  const { unmount } = render(paths.moderationCase(caseId));
  await screen.findByRole('link', { name: 'See it on the site' });
  unmount();
  server.answer(showCase, () => success({ ...closed, now }));
  render(paths.moderationCase(caseId));
  await screen.findByText('This case is closed.');
  expect(screen.queryByRole('link', { name: 'See it on the site' })).toBeNull();
});

test('a key decides an open case', async () => {
  const { user } = render(paths.moderationCase(caseId));
  const button = await screen.findByRole('button', { name: 'Hide' });
  expect(button.getAttribute('aria-keyshortcuts')).toBe('h');
  await user.keyboard('h');
  await screen.findByText('Hide: Post by @bob');
  await user.keyboard('u');
  expect(screen.queryByText('Hide: Post by @bob')).toBeNull();
});

test('a key does nothing about a closed case, and a press decides it again', async () => {
  server.answer(showCase, () => success(closed));
  const { user } = render(paths.moderationCase(caseId));
  const button = await screen.findByRole('button', { name: 'Hide' });
  expect(button.getAttribute('aria-keyshortcuts')).toBeNull();
  await user.keyboard('h');
  expect(screen.queryByText('Hide: Post by @bob')).toBeNull();
  await user.click(button);
  await screen.findByText('Hide: Post by @bob');
  await user.keyboard('u');
});

test('a case says what speaks for spam', async () => {
  render(paths.moderationCase(caseId));
  const signals = await screen.findByRole('region', { name: 'Signs of spam' });
  expect(signals.textContent).toContain('The account is new.');
  expect(signals.textContent).toContain('written 3 times by 2 accounts, of which 1 are new.');
});

test('a warning without words is not sent, and asks for them', async () => {
  const { user } = render(paths.moderationCase(caseId));
  sessionStorage.clear();
  const message = await screen.findByLabelText('Message for the author');
  await user.clear(message);
  await user.click(screen.getByRole('button', { name: 'Warn' }));
  screen.getByText('A warning needs a message.');
  expect(document.activeElement).toBe(message);
});

test('a moderator does not decide about the staff, and an admin does', async () => {
  server.answer(showCase, () =>
    success({ ...shown, history: { ...shown.history!, role: 'moderator' } }),
  );
  const { unmount } = render(paths.moderationCase(caseId));
  await screen.findByText(/Only an admin decides/);
  expect(screen.queryByRole('button', { name: 'Ban' })).toBeNull();
  unmount();
  render(paths.moderationCase(caseId), 'admin');
  await screen.findByRole('button', { name: 'Ban' });
});

test('an unknown path below the desk is an unknown page', async () => {
  render(paths.moderationPart('nonsense'));
  await screen.findByText('That page doesn’t exist. Check its address.');
  expect(location.pathname).toBe(paths.home);
});
