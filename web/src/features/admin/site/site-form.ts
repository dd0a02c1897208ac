import type { CallInput } from '@roost/contract/client';
import type { updateSite } from '@roost/contract/admin';
import type { RegistrationMode, Site } from '@roost/contract/site';
import { randomKey } from '../../../lib/random-key.ts';
import { tagsOf } from './language-tags.ts';

export interface DraftRule {
  /** Names the row while it moves. */
  key: string;
  /** Rules that the server does not know have none. */
  _id?: string;
  text: string;
}

/** A picture that becomes the logo with the next save. */
export interface NewLogo {
  file: File;
  /** The address of the local file, for the preview. */
  url: string;
  /** The id of the upload, if it has arrived. */
  mediaId?: string;
}

/** The settings as the forms show them. */
export interface SiteForm {
  name: string;
  description: string;
  contact: string;
  /** Tags, with commas between them. */
  languages: string;
  announcement: string;
  accent: number;
  rules: readonly DraftRule[];
  registration: RegistrationMode;
  logo: NewLogo | string | null;
}
export type SiteField = keyof SiteForm;

/** The fields that an admin has changed and not saved, with what the server had when the change began. */
export type SiteDrafts = {
  [Field in SiteField]?: { before: SiteForm[Field]; value: SiteForm[Field] };
};

export function formOf(site: Site): SiteForm {
  const { name, description, contact, announcement, accent, registration, logo } = site;
  return {
    name,
    description,
    contact,
    announcement,
    accent,
    registration,
    logo,
    languages: site.languages.join(', '),
    rules: site.rules.map(({ _id, text }) => ({ key: _id, _id, text })),
  };
}

export const newRule = (): DraftRule => ({ key: randomKey(), text: '' });

/** Returns the values of the form: the stored settings with the drafts in their place. */
export function withDrafts(site: Site, drafts: SiteDrafts): SiteForm {
  const values = Object.entries(drafts).map(([field, { value }]) => [field, value]);
  return { ...formOf(site), ...(Object.fromEntries(values) as Partial<SiteForm>) };
}

/** The drafts after a change of one field. A field as the server has it is no draft. */
export function changeDraft<Field extends SiteField>(
  drafts: SiteDrafts,
  site: Site,
  field: Field,
  value: SiteForm[Field],
): SiteDrafts {
  const stored = formOf(site)[field];
  if (isSame(value, stored)) return withoutFields(drafts, [field]);
  return { ...drafts, [field]: { before: drafts[field]?.before ?? stored, value } };
}

export function withoutFields(drafts: SiteDrafts, fields: readonly SiteField[]): SiteDrafts {
  return Object.fromEntries(
    Object.entries(drafts).filter(([field]) => !fields.includes(field as SiteField)),
  );
}

/** The fields that somebody else changed since the draft began, to something else than the draft. */
export function clashesOf(
  drafts: SiteDrafts,
  fields: readonly SiteField[],
  now: Site,
): SiteField[] {
  const stored = formOf(now);
  return fields.filter((field) => {
    const draft = drafts[field];
    return draft && !isSame(draft.before, stored[field]) && !isSame(draft.value, stored[field]);
  });
}

/** Lets the drafts of these fields replace what the server has now. */
export function rebase(drafts: SiteDrafts, fields: readonly SiteField[], now: Site): SiteDrafts {
  const stored = formOf(now);
  const kept = fields.flatMap((field) => {
    const draft = drafts[field];
    return draft ? [[field, { ...draft, before: stored[field] }] as const] : [];
  });
  return { ...drafts, ...(Object.fromEntries(kept) as SiteDrafts) };
}

/** Returns the change for the drafts of these fields, except a new logo, which needs an upload. */
export function changeOf(
  drafts: SiteDrafts,
  fields: readonly SiteField[],
  now: Site,
): CallInput<typeof updateSite>['body'] {
  const { languages, rules, logo, ...plain } = valuesOf(drafts, fields);
  const known = new Set(now.rules.map(({ _id }) => _id));
  return {
    ...plain,
    ...(languages !== undefined && { languages: tagsOf(languages) }),
    ...(rules && {
      // Somebody else may have removed a rule that this admin keeps.
      rules: rules.map(({ _id, text }) => ({ text, ...(_id && known.has(_id) && { _id }) })),
    }),
    ...(logo === null && { logo }),
  };
}

function valuesOf(drafts: SiteDrafts, fields: readonly SiteField[]): Partial<SiteForm> {
  const values = fields.flatMap((field) => {
    const draft = drafts[field];
    return draft ? [[field, draft.value] as const] : [];
  });
  return Object.fromEntries(values);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
