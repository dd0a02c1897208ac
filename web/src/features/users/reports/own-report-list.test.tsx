import { AppError } from '@roost/contract/errors';
import { listOwnReports, type OwnReport } from '@roost/contract/moderation';
import { getSite } from '@roost/contract/site';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { bob } from '../../../../test/support/sample-posts.ts';
import { sampleSite } from '../../../../test/support/sample-site.ts';
import { paths } from '../../../paths.ts';
import { OwnReportList } from './own-report-list.tsx';

const rule = { _id: sampleId('rule'), text: 'Be kind to each other.' };

function sampleReport(change: Partial<OwnReport> = {}): OwnReport {
  const { _id, username, fullName, avatar } = bob;
  return {
    _id: sampleId('report'),
    subject: { type: 'post', _id: sampleId('post') },
    person: { _id, username, fullName, avatar },
    reason: 'spam',
    comment: '',
    ruleId: null,
    createdAt: '2026-03-04T10:00:00.000Z',
    status: 'open',
    outcome: null,
    hasPost: true,
    ...change,
  };
}

const answer = (...reports: OwnReport[]) =>
  server.answer(listOwnReports, () =>
    success({ reports, pagination: { currentPage: 1, totalPages: 1, nextCursor: null } }),
  );

beforeEach(() => {
  server.answer(getSite, () => success(sampleSite({ rules: [rule] })));
});

test.each([
  [null, 'Waits for the moderators'],
  ['acted', 'The moderators acted'],
  ['dismissed', 'The moderators took no action'],
] as const)('the outcome %s is in words', async (outcome, text) => {
  answer(sampleReport({ outcome, status: outcome === null ? 'open' : 'closed' }));
  renderApp(<OwnReportList />);
  await screen.findByText(text);
});

test('a report shows what, why, the rule and the comment', async () => {
  answer(sampleReport({ comment: 'Every day', ruleId: rule._id }));
  renderApp(<OwnReportList />);
  const row = await screen.findByRole('listitem');
  expect(row.textContent).toContain('A post of bob');
  expect(row.textContent).toContain('Spam or advertising');
  expect(row.textContent).toContain('Every day');
  await screen.findByText(`Rule: ${rule.text}`);
  expect(screen.getByRole('link', { name: 'Show the post' }).getAttribute('href')).toBe(
    paths.post(sampleId('post')),
  );
});

test('a post that is not there any more has no link', async () => {
  answer(sampleReport({ outcome: 'acted', status: 'closed', hasPost: false }));
  renderApp(<OwnReportList />);
  await screen.findByText('The moderators acted');
  expect(screen.queryByRole('link', { name: 'Show the post' })).toBeNull();
});

test('a report of somebody who is gone has no links', async () => {
  answer(sampleReport({ person: null, subject: { type: 'user', _id: bob._id }, hasPost: false }));
  renderApp(<OwnReportList />);
  expect((await screen.findByRole('listitem')).textContent).toContain(
    'The profile of somebody who is no longer here',
  );
  expect(screen.queryByRole('link')).toBeNull();
});

test('an empty list says so', async () => {
  answer();
  renderApp(<OwnReportList />);
  await screen.findByText('You haven’t reported anything.');
});

test('a failed load can be tried again', async () => {
  server.answer(listOwnReports, () => {
    throw new AppError('unavailable');
  });
  const { user } = renderApp(<OwnReportList />);
  await screen.findByRole('alert');
  answer(sampleReport());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('listitem');
});
