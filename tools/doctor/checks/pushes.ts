import { fine, note, problem, type Check } from '../check.ts';

/** Whether browsers can get pushes from this site. It asks no push service, because only browsers know theirs. */
export const pushes: Check = {
  name: 'pushes',
  async look({ config: { push, publicUrl } }) {
    if (push === 'off') return fine('the site sends no pushes');
    if (push === 'local')
      return problem('PUSH_ALLOW_LOCAL is on, so no browser gets a push', 'Remove this setting.');
    if (!publicUrl?.startsWith('https:'))
      return note(
        'without https, browsers get pushes on this machine alone',
        'Put a proxy with https in front, and set PUBLIC_URL.',
      );
    return fine('browsers can get pushes');
  },
};
