import { expect, test } from 'vitest';
import { sampleSite as site } from '../../../../test/support/sample-admin.ts';
import { changeDraft, changeOf, clashesOf, formOf, rebase, withDrafts } from './site-form.ts';

const [kind, spam] = formOf(site).rules;

test('a draft stands in place of what the server has', () => {
  const drafts = changeDraft({}, site, 'name', 'Aviary');
  expect(withDrafts(site, drafts)).toEqual({ ...formOf(site), name: 'Aviary' });
});

test('a field that is again as the server has it is no draft', () => {
  const drafts = changeDraft({}, site, 'name', 'Aviary');
  expect(changeDraft(drafts, site, 'name', 'Nest')).toEqual({});
  const moved = changeDraft({}, site, 'rules', [spam!, kind!]);
  expect(changeDraft(moved, site, 'rules', [kind!, spam!])).toEqual({});
});

test('only the drafts are sent', () => {
  let drafts = changeDraft({}, site, 'languages', 'en; pt-BR');
  drafts = changeDraft(drafts, site, 'registration', 'closed');
  expect(changeOf(drafts, ['name', 'languages'], site)).toEqual({ languages: ['en', 'pt-BR'] });
});

test('rules keep their ids, new ones get none', () => {
  const drafts = changeDraft({}, site, 'rules', [spam!, { key: 'new', text: 'Sing.' }]);
  expect(changeOf(drafts, ['rules'], site)).toEqual({
    rules: [{ _id: site.rules[1]?._id, text: 'No spam.' }, { text: 'Sing.' }],
  });
});

test('a rule that another admin removed is sent as a new one', () => {
  const drafts = changeDraft({}, site, 'rules', [{ ...kind!, text: 'Be very kind.' }, spam!]);
  const now = { ...site, rules: [site.rules[0]!] };
  expect(changeOf(drafts, ['rules'], now)?.rules).toEqual([
    { _id: kind?._id, text: 'Be very kind.' },
    { text: 'No spam.' },
  ]);
});

test('another change of the same field clashes, one of another field does not', () => {
  let drafts = changeDraft({}, site, 'name', 'Aviary');
  drafts = changeDraft(drafts, site, 'contact', 'me@example.org');
  const now = { ...site, name: 'Eyrie', description: 'High up.' };
  expect(clashesOf(drafts, ['name', 'contact', 'description'], now)).toEqual(['name']);
});

test('two admins with the same idea do not clash', () => {
  const drafts = changeDraft({}, site, 'name', 'Aviary');
  expect(clashesOf(drafts, ['name'], { ...site, name: 'Aviary' })).toEqual([]);
});

test('a draft that is kept after a clash does not clash again', () => {
  const now = { ...site, name: 'Eyrie' };
  const drafts = rebase(changeDraft({}, site, 'name', 'Aviary'), ['name'], now);
  expect(clashesOf(drafts, ['name'], now)).toEqual([]);
  expect(changeOf(drafts, ['name'], now)).toEqual({ name: 'Aviary' });
});
