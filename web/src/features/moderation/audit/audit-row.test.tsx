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
  ['operator', 'the operator'],
  ['system', 'the server'],
] as const)('an act by the %s says so', (by, name) => {
  renderApp(<AuditRow entry={{ ...entry, by }} onFilter={() => {}} />);
  expect(screen.getByRole('listitem').querySelector('strong')?.textContent).toBe(name);
});
