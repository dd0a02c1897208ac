import * as words from '#words/users';
import { Form } from '@base-ui/react/form';
import { useId } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Alert } from '../../../ui/states/alert.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { BioField } from './bio-field.tsx';
import { LinksField } from './links-field.tsx';
import { PictureChooser } from './picture-chooser.tsx';
import { ProfilePictures } from './profile-pictures.tsx';
import { useProfileDraft } from './use-profile-draft.ts';
import { useSubmitProfile } from './use-submit-profile.ts';

// One function, because React would call a new one after each key.
const showInSheet = (answer: HTMLElement | null) => answer?.scrollIntoView({ block: 'nearest' });

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
        <PictureChooser onChosen={form.forgetFailure} onUse={draft.setPicture}>
          {(choose) => (
            <ProfilePictures
              avatarUrl={draft.avatarUrl}
              coverUrl={draft.coverUrl}
              disabled={isReadOnly}
              onChoose={choose}
            />
          )}
        </PictureChooser>
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
          // On a phone it would be behind the footer.
          <div ref={showInSheet} className="mt-4 scroll-mb-6">
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
