/*
 * The addresses by which a phone opens the installed app. `public/manifest.webmanifest` names them too. They are not in
 * `paths.ts`, because the first screen does not need them. This file imports nothing.
 */

/** The phone sends here what a person shares. */
export const SHARE_ACTION = '/share';
/** As a parameter of the home page, it opens the composer with what was shared. Without anything shared, it says so. */
export const SHARED = 'shared';
/** Opens an empty composer. */
export const COMPOSE = 'compose';
