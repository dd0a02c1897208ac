import type { Persona } from '../persona.ts';

export const ewa: Persona = {
  username: 'ewa_mazurek',
  fullName: 'Ewa Mazurek',
  bio: 'Zines about trams, moss and disappointment. Long-arm stapler. Gdańsk. Drukuję wieczorami.',
  joined: 265,
  interests: ['press', 'books', 'trains', 'film'],
  posts: [
    {
      text: 'New zine: “Moss of Tram Line 6, an Incomplete Survey”. 24 pages, 80 copies, one apology on page 19. #SmallPress',
      isLoved: true,
      replies: [
        { by: 'wren_ashdown', text: 'Two for the library, one for my bedside.' },
        {
          by: 'ibrahim_ustun',
          text: 'Does the driver appear?',
          replies: [{ by: 'ewa_mazurek', text: 'Page 11. He waved, I drew it.' }],
        },
      ],
    },
    {
      text: 'The stapler jammed at number 61, so 61 to 80 are sewn with red thread. Now everybody wants a sewn one. The market has spoken, and it said: jam.',
      isLoved: true,
      replies: [{ by: 'youssef_haddad', text: 'Next time jam at number 1.' }],
    },
    { text: 'Papier przyszedł w złym kolorze. Jest teraz dobrym kolorem.' },
    {
      text: 'At the book fair our table was between a poet and a man selling cheese. The cheese sold poems. The poems sold cheese. We sold maps.',
      replies: [{ by: 'farida_books', text: 'Every bookshop should have a cheese side.' }],
    },
    {
      text: 'Photocopier tip: the third copy is the best one. The first is scared and the second is showing off.',
    },
    {
      text: 'I proofread for four hours. I found “pubic transport”. I thought about it for longer than I should have.',
      isLoved: true,
      replies: [{ by: 'ibrahim_ustun', text: 'Leave it. Ridership will go up.' }],
    },
    {
      hoursAgo: 19 * 24,
      text: 'Who’d swap zines by post? I have moss, trams, and a sad one about a swimming pool.',
      replies: [
        { by: 'marisol_tapia', text: 'I have linocuts of maize and one of my landlord. Swap!' },
        { by: 'bert_vdp', text: 'I’ll swap postcards. I know how the post works.' },
      ],
    },
    {
      text: 'My mother asked me what a zine is. I showed her. She said “oh, like what we did in ’82, but legal”, and went to the attic.',
      isLoved: true,
      replies: [
        {
          by: 'youssef_haddad',
          text: 'What was in the attic?',
          replies: [
            { by: 'ewa_mazurek', text: 'A roller, a screen, and a silence of about a minute.' },
          ],
        },
        { by: 'wren_ashdown', text: 'Please record her. Please.' },
      ],
    },
    {
      text: 'Left half of “Corrections” is printed, drying on every flat thing I own. I’m eating standing up. Over to Amman. #SmallPress',
      hoursAgo: 7,
      isLoved: true,
      replies: [{ by: 'youssef_haddad', text: 'Ready. The cat has been informed.' }],
    },
  ],
};
