import type { Persona } from '../persona.ts';

export const fionnuala: Persona = {
  username: 'fionnuala_k',
  fullName: 'Fionnuala Keane',
  bio: 'Galway hooker sailor (it’s a boat, settle down). Mends sails, teaches knots, loses hats.',
  joined: 366,
  interests: ['sailing', 'weather', 'repair'],
  posts: [
    {
      text: 'Lost another hat to the bay. By my count there’s a small Atlantic people out there now, all dressed as me.',
      isLoved: true,
      replies: [
        { by: 'pelle_nyqvist', text: 'Two came ashore in Marstrand. They send greetings.' },
      ],
    },
    {
      hoursAgo: 21 * 24,
      text: 'Knot class for the nine-year-olds. By the end all of them could tie a bowline and none of them could untie their teacher.',
      isLoved: true,
      replies: [{ by: 'leilani_kahale', text: 'A successful lesson by every measure.' }],
    },
    {
      text: 'The forecast said “variable”. So did my mother about my father. Both were right to be careful. #Sailing',
    },
    {
      text: 'Patched the old brown mainsail again. There’s more patch than sail now. Philosophers, form a queue.',
      replies: [
        { by: 'elio_rossetti', text: 'First in the queue. What do the patches think?' },
        { by: 'lena_brandt', text: 'We have a broom like that.' },
      ],
    },
    {
      text: 'Colm on the pier says it’ll blow from the west by four. Colm said so last Tuesday too, and the one before. Colm’s been saying it since ’88 and he’s going to be so pleased.',
    },
    {
      text: 'Slept aboard. Woke to that sound when the tide turns and everything that was pulling one way thinks it over.',
      isLoved: true,
      replies: [
        { by: 'hyejin_noh', text: 'Record it. Please. I’ll send you a microphone.' },
        { by: 'grace_whitlock', text: 'You’ve put it exactly.' },
      ],
    },
    {
      text: 'You can tell a lot about a crew from what they do in a calm. Ours argues about biscuits.',
    },
    {
      text: 'Sail loft open day, bring a sheet with a hole, leave with a hammock: https://loft.example.org/open-day',
      isEdited: true,
    },
    {
      text: 'For #SoupNight: chowder, whatever Colm couldn’t sell, cream, and the heel of @bao_lin’s loaf recipe that I’ve been at since Tuesday.',
      hoursAgo: 12,
      replies: [
        {
          by: 'bao_lin',
          text: 'How is the crust?',
          replies: [{ by: 'fionnuala_k', text: 'Like a good harbour wall.' }],
        },
      ],
    },
  ],
};
