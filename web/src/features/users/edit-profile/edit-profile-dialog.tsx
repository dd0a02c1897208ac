import * as words from '#words/users';
import { Form } from '@base-ui/react/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { lazyPart } from '../../../lib/page/load-chunk.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { LazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import { Alert } from '../../../ui/states/alert.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { limitsQuery } from '../limits.query.ts';
import { BioField } from './bio-field.tsx';
import type { Chosen } from './crop-dialog.tsx';
import type { PictureField } from './crop-picture.ts';
import { LinksField } from './links-field.tsx';
import { problemWithPicture } from './picture-choice.ts';
import { ProfilePictures } from './profile-pictures.tsx';
import { useProfileDraft } from './use-profile-draft.ts';
import { useSubmitProfile } from './use-submit-profile.ts';

const CropDialog = lazyPart(async () => (await import('./crop-dialog.tsx')).CropDialog);

interface EditProfileDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Changes the viewer's name, bio, links and pictures. */
export function EditProfileDialog({ open, onOpenChange }: EditProfileDialogProps) {
  const formId = useId();
  const draft = useProfileDraft();
  const { form, progress, isDone, end, failure } = useSubmitProfile(draft, open, () =>
    onOpenChange(false),
  );
  const isReadOnly = form.busy || isDone;
  const { onInput: forgetBioError, ...bio } = form.field('bio', words.bio);
  const { onInput: forgetLinksError, ...links } = form.field('links', words.links);
  const hasFiles = Object.keys(draft.files).length > 0;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (isDone && !next ? end() : onOpenChange(next))}
      title={words.editProfile}
      keepsText
      footer={
        <Button
          type="submit"
          form={formId}
          aria-disabled={isReadOnly}
          className="min-w-38 aria-disabled:opacity-60"
        >
          {form.busy ? words.updating : words.updateProfile}
        </Button>
      }
    >
      <Form id={formId} {...form.formProps}>
        <Pictures draft={draft} disabled={isReadOnly} onChosen={form.forgetFailure} />
        <TextField
          {...form.field('fullName', words.fullName)}
          autoComplete="name"
          dir="auto"
          className="mt-5"
          value={draft.fullName}
          readOnly={isReadOnly}
          onChange={({ target }) => draft.type({ fullName: target.value })}
        />
        <BioField
          {...bio}
          value={draft.bio}
          readOnly={isReadOnly}
          onChange={(text) => {
            forgetBioError();
            draft.type({ bio: text });
          }}
        />
        <LinksField
          {...links}
          value={draft.links}
          readOnly={isReadOnly}
          onChange={(text) => {
            forgetLinksError();
            draft.type({ links: text });
          }}
        />
        {form.busy && hasFiles && <Progress share={progress ?? 0} />}
        {!form.busy && (isDone || failure !== undefined) && (
          <div className="mt-4">
            {isDone ? (
              <Alert type="success">{words.profileUpdatedSuccessfully}</Alert>
            ) : (
              <Alert type="error">{failure}</Alert>
            )}
          </div>
        )}
      </Form>
    </Dialog>
  );
}

/** The cover and avatar, with the dialogs that choose and crop a new one. */
function Pictures({
  draft,
  disabled,
  onChosen,
}: {
  draft: ReturnType<typeof useProfileDraft>;
  disabled: boolean;
  onChosen: () => void;
}) {
  const mostBytes = useQuery(limitsQuery).data?.everyone.profilePictureBytes;
  const [problem, setProblem] = useState<string>();
  const [chosen, setChosen] = useState<Chosen & { name: string }>();
  const [isCropping, setCropping] = useState(false);
  const url = chosen?.url;
  // Release the file when another is chosen or the dialog unmounts. The browser keeps it in memory until then.
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url]);

  function choose(field: PictureField, file: File) {
    const found = problemWithPicture(file, mostBytes);
    setProblem(found);
    if (found) return;
    onChosen();
    setChosen({ field, name: file.name, url: URL.createObjectURL(file) });
    setCropping(true);
  }

  return (
    <>
      <ProfilePictures
        avatarUrl={draft.avatarUrl}
        coverUrl={draft.coverUrl}
        disabled={disabled}
        onChoose={choose}
      />
      {problem && (
        <p role="alert" className="mt-3 text-meta text-danger-text [overflow-wrap:anywhere]">
          {problem}
        </p>
      )}
      {chosen && (
        <LazyOverlay open={isCropping} onFailed={() => setCropping(false)}>
          <CropDialog
            key={chosen.url}
            chosen={chosen}
            open={isCropping}
            onOpenChange={setCropping}
            onUse={draft.setPicture}
            onBroken={() => {
              setCropping(false);
              setProblem(words.cantBeRead({ name: chosen.name }));
            }}
          />
        </LazyOverlay>
      )}
    </>
  );
}

function Progress({ share }: { share: number }) {
  const percent = Math.round(share * 100);
  return (
    <div
      role="progressbar"
      aria-label={words.upload}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="mt-4 h-1.5 overflow-hidden rounded-full bg-sunk"
    >
      <div
        style={{ width: `${percent}%` }}
        className="h-full rounded-full bg-accent transition-[width]"
      />
    </div>
  );
}
