import type { Persona } from '../persona.ts';

export const tomas: Persona = {
  username: 'tomas_hrubec',
  fullName: 'Tomáš Hrubec',
  bio: 'Birds of the South Moravian ponds, before work and instead of it. Brno. Thermos: black tea, no discussion.',
  joined: 281,
  interests: ['birds', 'walking', 'film'],
  posts: [
    {
      text: '5:20, minus one glove. Two bitterns calling, one answering. It is like listening to somebody blow across a bottle in another room of the world. #Birding',
      isLoved: true,
      replies: [
        {
          by: 'takumi_mori',
          text: 'Can you see them?',
          replies: [{ by: 'tomas_hrubec', text: 'Eleven years. Four times.' }],
        },
      ],
    },
    {
      text: 'A jogger asked me what I was looking at. “Nothing yet,” I said. He stayed for half an hour.',
      isLoved: true,
      replies: [{ by: 'seun_bako', text: 'That jogger was on a recovery day and you saved him.' }],
    },
    {
      text: 'Life list: 288. My daughter’s, aged six: 11, but she has given all of them names.',
      replies: [
        {
          by: 'grace_whitlock',
          text: 'We need the names.',
          replies: [{ by: 'tomas_hrubec', text: 'The coot is Mrs. Nováková. I can’t un-see it.' }],
        },
      ],
    },
    {
      text: 'There are people who think a reed bed is empty. I envy them, they still have it all before them.',
    },
    {
      text: 'Counted 412 lapwings on the drained pond and lost count twice, because a man with a drone wanted to help. #Birding',
    },
    {
      text: 'Field guide, 1986, my uncle’s. Beside “hoopoe” he wrote the date, the hour, and “finally, with Marie”. I never knew that he and aunt Marie went out together before the wedding.',
      isLoved: true,
      replies: [
        { by: 'amara_okafor', text: 'Pencil in margins again! I’m collecting these.' },
        { by: 'takumi_mori', text: 'A bird book is a diary with pictures.' },
      ],
    },
    { text: 'If the bird doesn’t look like the book, believe the bird.', isLoved: true },
    { text: 'Thermos leaked on the notebook. The week of the 9th is now a watercolour.' },
    {
      text: 'The curlew, which I’d written off for this valley in 2014, was there this morning. One. It walked along the edge of the wet meadow like somebody who’s come back to see if the old house still stands. I rang my uncle, eighty-four, and held the phone out into the fog. For a while there was nothing. Then it called, the whole long rising bubble of it, and from the phone I heard a chair being pushed back. He’d stood up. #Birding',
      hoursAgo: 44,
      isLoved: true,
      replies: [
        { by: 'takumi_mori', text: 'I stood up too.' },
        { by: 'wren_ashdown', text: 'A reason to get out of bed, for all of us.' },
      ],
    },
    {
      text: 'Hide no. 3 has a new plank, thanks to the retired men of the fishing club, who said they’re tired of hearing me complain. Best kind of friendship. #BenchCount',
      hoursAgo: 19,
      replies: [{ by: 'mateus_figueira', text: 'A bench with a roof and a purpose! Three stars.' }],
    },
  ],
};
