import { navigate } from '../../../lib/router/router.tsx';
import { paths } from '../../../paths.ts';
import { registerDraftOpener } from '../../compose/kept-drafts/draft-openers.ts';
import { toReply } from '../post-identity.ts';

// The page of the post restores the draft when its box opens.
registerDraftOpener('reply', ({ parentPost }) => {
  if (parentPost) navigate(paths.post(parentPost), { state: toReply });
});
