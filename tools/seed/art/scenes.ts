import type { Chance } from '../chance.ts';
import { bowls, shelves, table } from './indoors.ts';
import { garden, train, bench, sea, night } from './outdoors.ts';
import type { Canvas, Palette } from './paint.ts';

/** A scene of a picture, with its alternative text. */
export interface Scene {
  /** Matches the posts that this scene illustrates. */
  about: RegExp;
  alts: readonly string[];
  paint: (canvas: Canvas, palette: Palette, chance: Chance) => string;
}

export const scenes: readonly Scene[] = [
  {
    about: /\b(?:train|station|railway|track|platform|tram|signal box)/i,
    alts: [
      'A painted train of three wagons passing in front of hills',
      'A train on its way, all windows lit',
    ],
    paint: train,
  },
  {
    about: /\b(?:bench|park|sat down|chess)/i,
    alts: [
      'An empty wooden bench between two trees',
      'A bench in the park with something yellow left on it',
    ],
    paint: bench,
  },
  {
    about: /\b(?:soup|bread|dough|lentil|oven|cook|kitchen|cake|tomato)/i,
    alts: ['A steaming bowl of soup on a wooden table', 'Soup, and crumbs all over the table'],
    paint: table,
  },
  {
    about: /\b(?:bowl|kiln|glaze|clay|pots?\b|ceramic)/i,
    alts: [
      'Eight glazed bowls on two shelves, no two alike',
      'Bowls on the shelf, fresh from the kiln',
    ],
    paint: bowls,
  },
  {
    about: /\b(?:sail|boat|harbour|sea\b|tide|ferry|wave)/i,
    alts: ['A small boat with white and red sails on a calm sea', 'A boat under a low sun'],
    paint: sea,
  },
  {
    about: /\b(?:stars?\b|moon|night|moth|comet|telescope)/i,
    alts: ['A thin moon and many stars over dark hills', 'The night sky above the hills'],
    paint: night,
  },
  {
    about: /\b(?:book|letter|page|press|print|read|library)/i,
    alts: ['Three shelves full of books in many colours', 'Books from wall to wall'],
    paint: shelves,
  },
  {
    about: /\b(?:garden|flower|seed|plant|bloom|bees?\b|hill|walk|spring|bird|fog|rain)/i,
    alts: ['Flowers of many colours in front of soft hills', 'A meadow in bloom, hills behind it'],
    paint: garden,
  },
];
