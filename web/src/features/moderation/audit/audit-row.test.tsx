import type { AuditEntry } from '@roost/contract/moderation';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { AuditRow } from './audit-row.tsx';

const entry: AuditEntry = {
  _id: sampleId('entry'),
  at: '2026-01-01T12:00:00.000Z',
  actor: null,
  by: 'operator',
  action: 'media.cleaned',
  subject: null,
  person: null,
  before: null,
  after: null,
};

test.each([
  ['operator', 'The operator'],
  ['system', 'The server'],
] as const)('an act by the %s says so', (by, name) => {
  renderApp(<AuditRow entry={{ ...entry, by }} onFilter={() => {}} />);
  expect(screen.getByRole('listitem').querySelector('strong')?.textContent).toBe(name);
});

test('an entry is one sentence, with both people in their places', () => {
  const person = { _id: sampleId('bob'), username: 'bob', fullName: 'Bob', avatar: null };
  const actor = { _id: sampleId('ann'), username: 'ann', fullName: 'Ann', avatar: null };
  const held: AuditEntry = { ...entry, by: 'staff', actor, person, action: 'user.held' };
  renderApp(<AuditRow entry={held} onFilter={() => {}} />);
  const sentence = screen.getByRole('listitem').querySelector('p');
  expect(sentence?.textContent).toBe('@ann held @bob back for a repeated text');
});
