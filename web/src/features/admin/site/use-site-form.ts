import * as words from '#words/admin';
import { updateSite } from '@roost/contract/admin';
import type { Site } from '@roost/contract/site';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../../lib/api/api.ts';
import { useForm } from '../../../lib/form.ts';
import { useStore } from '../../../lib/store.ts';
import { toast } from '../../../ui/overlays/toasts.ts';
import { siteDrafts } from './site-drafts.ts';
import {
  changeDraft,
  changeOf,
  clashesOf,
  rebase,
  withDrafts,
  withoutFields,
  type SiteField,
  type SiteForm,
} from './site-form.ts';
import { showSite, siteSettingsQuery } from './site-settings.query.ts';
import { uploadLogo } from './upload-logo.ts';

type Rules = Record<string, (value: string) => string | undefined>;

/** A form about some settings of the site. `rulesOf` returns the checks of its fields, by their names. */
export function useSiteForm(
  site: Site,
  fields: readonly SiteField[],
  rulesOf: (values: SiteForm) => Rules,
) {
  const client = useQueryClient();
  const drafts = useStore(siteDrafts);
  const values = withDrafts(site, drafts);
  /** The fields that another admin has changed meanwhile. */
  const [clashes, setClashes] = useState<readonly SiteField[]>([]);
  const form = useForm(async () => {
    const changed = fields.filter((field) => siteDrafts.get()[field]);
    if (changed.length === 0) return;
    const now = await client.fetchQuery({ ...siteSettingsQuery, staleTime: 0 });
    const found = clashesOf(siteDrafts.get(), changed, now);
    setClashes(found);
    if (found.length > 0) return;
    const logo = await uploadLogo(client);
    const body = { ...changeOf(siteDrafts.get(), changed, now), ...(logo && { logo }) };
    const { data } = await call(updateSite, { body }, { quiet: true }).catch((error: unknown) => {
      throw atField(error);
    });
    showSite(client, data);
    siteDrafts.set(withoutFields(siteDrafts.get(), changed));
    toast.success(words.saved);
  }, rulesOf(values));

  const set = <Field extends SiteField>(field: Field, value: SiteForm[Field]) =>
    siteDrafts.set(changeDraft(siteDrafts.get(), site, field, value));
  const forget = (gone: readonly SiteField[]) => {
    setClashes([]);
    form.forgetFailure();
    siteDrafts.set(withoutFields(siteDrafts.get(), gone));
  };
  return {
    form,
    values,
    isChanged: fields.some((field) => drafts[field]),
    set,
    discard: () => forget(fields),
    clashes,
    takeTheirs: () => forget(clashes),
    keepMine: () => {
      siteDrafts.set(rebase(siteDrafts.get(), clashes, site));
      setClashes([]);
      form.formProps.ref.current?.requestSubmit();
    },
  };
}
export type SiteFormState = ReturnType<typeof useSiteForm>;

/** The server names the wrong tag. The form has one field for all of them. */
function atField(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const errors = error.errors?.map(({ path, message }) => ({
    path: path.startsWith('languages.') ? 'languages' : path,
    message,
  }));
  const { message, status, code, details } = error;
  return new ApiError(message, { status, code, details, errors });
}
