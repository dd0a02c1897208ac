import type { Persona } from '../persona.ts';

export const claudette: Persona = {
  username: 'claudette_n',
  fullName: 'Claudette Niyonzima',
  bio: 'Bicycles of Kigali: riding, mending, carrying sofas on. A thousand hills, and I’ve pushed up most of them.',
  joined: 193,
  interests: ['running', 'repair', 'benches', 'walking'],
  posts: [
    {
      text: 'Today’s load: one sofa, two seats, up the hill to Kacyiru. A man at the top asked if it was for sale. We sat on it and negotiated.',
      isLoved: true,
      replies: [
        { by: 'mateus_figueira', text: 'A mobile bench! This changes my forms completely.' },
      ],
    },
    {
      text: 'Chain care:\nclean it\noil it\nwipe it\nforget the kitchen towel was white',
      replies: [{ by: 'amara_okafor', text: 'I saw that.' }],
    },
    { text: 'Le guidon a une opinion, la route en a une autre. Moi, je négocie.' },
    {
      text: 'A tourist on an electric bike overtook me on the hill, looked back and said “sorry”. I said “see you at the flat part”. I did.',
      isLoved: true,
      replies: [{ by: 'seun_bako', text: 'Standing ovation from the goats.' }],
    },
    {
      text: 'Punctures mended this week: 23. Nails: 21. Teeth: 1 (a comb). Unknown: 1. #RepairCafe',
    },
    {
      hoursAgo: 5 * 24,
      text: 'First day of the bicycle #RepairCafe. We planned for ten people. Forty came, three with goats. @lena_brandt your two pages are now covered in grease and they’re the best two pages.',
      isLoved: true,
      replies: [
        {
          by: 'lena_brandt',
          text: 'Framing this. Did the goats get fixed?',
          replies: [{ by: 'claudette_n', text: 'Goats are fine. One ate the second page.' }],
        },
      ],
    },
    {
      text: 'My nephew rode without help, eleven metres, into a hedge, and came out shouting “again”.',
      isLoved: true,
    },
    {
      text: 'Two afternoon benches by the bakery, drawing by @kwame_boadi, painted by whoever came past. The wall W is jealous. #BenchCount',
      hoursAgo: 13,
      isLoved: true,
      replies: [{ by: 'kwame_boadi', text: 'Blue! I would never have dared. Perfect.' }],
    },
  ],
};
