import * as words from '#words/shell';
import { useEffect } from 'react';
import { Redirect } from '../../lib/router/router.tsx';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/overlays/toasts.ts';

/** Goes to the home page and says that the requested page does not exist. */
export function UnknownPath() {
  useEffect(() => {
    toast.info(words.thatPageDoesntExist);
  }, []);
  return <Redirect to={paths.home} />;
}
