import * as words from '#words/welcome';
import { useState } from 'react';
import { messageWithReason } from '../../lib/api/api-error.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Alert } from '../../ui/states/alert.tsx';
import { useViewer } from '../auth/viewer.ts';
import { PictureChooser } from '../users/edit-profile/picture-chooser.tsx';
import { PictureInput } from '../users/edit-profile/picture-input.tsx';
import { useSendProfile } from '../users/edit-profile/send-profile.ts';
import { useProfileDraft } from '../users/edit-profile/use-profile-draft.ts';
import { StepFrame } from './step-frame.tsx';
import { useStep } from './steps.ts';

/** The first step: a profile picture. Continue saves it. */
export function PictureStep() {
  const viewer = useViewer();
  const draft = useProfileDraft();
  const send = useSendProfile();
  const { next } = useStep();
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function save() {
    setSaving(true);
    setFailure(undefined);
    try {
      await send({ files: draft.files }, () => {});
      next();
    } catch (error) {
      setFailure(messageWithReason(error, words.failedToSavePicture));
    } finally {
      setSaving(false);
    }
  }

  const { avatar } = draft.files;
  const isDone = avatar !== undefined || viewer.avatar !== null;
  return (
    <StepFrame
      title={words.welcome({ name: viewer.fullName })}
      text={words.peopleRecogniseYou}
      isDone={isDone}
      busy={isSaving}
      {...(avatar && { onContinue: () => void save() })}
    >
      <PictureChooser onChosen={() => setFailure(undefined)} onUse={draft.setPicture}>
        {(choose) => (
          <div className="flex flex-col items-center gap-5 py-4">
            <span className="relative size-32 overflow-hidden rounded-full picture-edge">
              {avatar ? (
                <img src={draft.avatarUrl ?? ''} alt="" className="size-full object-cover" />
              ) : (
                <Avatar user={viewer} size={128} />
              )}
            </span>
            <PictureInput
              label={words.addAPicture}
              disabled={isSaving}
              onChoose={(file) => choose('avatar', file)}
            />
          </div>
        )}
      </PictureChooser>
      {failure && <Alert type="error">{failure}</Alert>}
    </StepFrame>
  );
}
