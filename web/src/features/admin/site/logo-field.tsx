import * as words from '#words/admin';
import { useRef, useState } from 'react';
import { Trash2 } from 'lucide-react';
import { Button } from '../../../ui/controls/button.tsx';
import { ErrorNote } from '../../../ui/controls/error-note.tsx';
import { Logo } from '../../../ui/illustrations/logo.tsx';
import { stillOf } from '../../../lib/pictures/still.ts';
import { problemWithPicture } from '../../users/edit-profile/picture-choice.ts';
import { PictureInput } from '../../users/edit-profile/picture-input.tsx';
import type { NewLogo } from './site-form.ts';
import type { SiteFormState } from './use-site-form.ts';

/** Twice the edge of the preview. */
const LOGO_EDGE = 96;

/** Shows the logo on light and dark, and replaces or removes it with the next save. */
export function LogoField({ state: { form, values, set } }: { state: SiteFormState }) {
  const { logo } = values;
  const [problem, setProblem] = useState<string>();
  const latest = useRef<File>(undefined);
  const { error, onInput: forgetError } = form.field('logo', words.logo);
  const shown = problem ?? error;
  const choose = async (file: File) => {
    forgetError();
    latest.current = file;
    const found = await problemWith(file);
    if (latest.current !== file) return;
    setProblem(found);
    if (found !== undefined) return;
    // An animated logo shows its first frame only.
    const still = await stillOf(file, LOGO_EDGE);
    if (latest.current !== file) return;
    set('logo', { file, url: URL.createObjectURL(still ?? file) });
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-4">
        <Preview theme="light" logo={logo} />
        <Preview theme="dark" logo={logo} />
        <div className="flex flex-wrap gap-3">
          <PictureInput
            label={words.chooseAPicture}
            disabled={form.busy}
            onChoose={(file) => void choose(file)}
          />
          {logo !== null && (
            <Button
              variant="secondary"
              size="sm"
              icon={<Trash2 size={16} />}
              disabled={form.busy}
              className="h-9"
              onClick={() => {
                latest.current = undefined;
                setProblem(undefined);
                forgetError();
                set('logo', null);
              }}
            >
              {words.removeTheLogo}
            </Button>
          )}
        </div>
      </div>
      {shown ? (
        <div role="alert">
          <ErrorNote>{shown}</ErrorNote>
        </div>
      ) : (
        <p className="mt-3 text-meta text-muted">{words.aSquarePictureFits}</p>
      )}
    </>
  );
}

async function problemWith(file: File): Promise<string | undefined> {
  // The server limits the size.
  const problem = problemWithPicture(file, undefined);
  if (problem !== undefined) return problem;
  try {
    (await createImageBitmap(file)).close();
    return undefined;
  } catch {
    // Its name alone says that it is a picture.
    return words.noPicture({ name: file.name });
  }
}

/** The logo as it stands in the app. Without one, it is the bird. */
function Preview({ theme, logo }: { theme: 'light' | 'dark'; logo: NewLogo | string | null }) {
  const url = typeof logo === 'string' ? logo : logo?.url;
  return (
    <span
      data-theme={theme}
      className="flex size-20 items-center justify-center rounded-card border border-line bg-page text-accent-text"
    >
      {url === undefined ? (
        <Logo className="size-12" />
      ) : (
        <img
          src={url}
          alt={theme === 'light' ? words.logoOnLight : words.logoOnDark}
          className="size-12 object-contain"
        />
      )}
    </span>
  );
}
