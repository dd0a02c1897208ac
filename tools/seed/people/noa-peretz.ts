import type { Persona } from '../persona.ts';

export const noa: Persona = {
  username: 'noa_clay',
  fullName: 'Noa Peretz',
  bio: 'Potter in Haifa. Mostly bowls. The kiln decides, I carry.',
  joined: 160,
  interests: ['ceramics', 'cooking', 'wood', 'bread'],
  posts: [
    {
      text: 'Opened the kiln too early, because I’m a person. It sang at me and I closed it again, because I’m a person with experience.',
      isLoved: true,
      replies: [{ by: 'bao_lin', text: 'Ovens punish the curious. Every time.' }],
    },
    {
      text: 'Forty bowls, one of them right. I’ve put it back in among the others to see if somebody else finds it. #Ceramics',
      isLoved: true,
      replies: [
        {
          by: 'takumi_mori',
          text: 'And if two people find two different ones?',
          replies: [{ by: 'noa_clay', text: 'Then there were two.' }],
        },
      ],
    },
    {
      text: 'Glaze test 112: meant to be sea, came out soup. Keeping it for soup. #Ceramics',
      replies: [{ by: 'amara_okafor', text: 'I’d like to order six of the failed sea.' }],
    },
    {
      text: 'Clay remembers. If you bend a strip and straighten it again, it bends back in the fire. I try not to think about families while I work.',
      isLoved: true,
      replies: [{ by: 'farida_books', text: 'I read this to the samovar.' }],
    },
    {
      text: 'A student asked how long it takes to make a mug. Eleven minutes. And then fourteen years, if you don’t like it.',
    },
    {
      hoursAgo: 6 * 24,
      text: 'The “ع” is cast! Third mould, lead from a fishing weight. @youssef_haddad it left by post today, wrapped in a sock.',
      isLoved: true,
      replies: [
        {
          by: 'youssef_haddad',
          text: 'A letter, sent as a letter, in a sock. I will print the first page with it and send you that.',
        },
        { by: 'ewa_mazurek', text: 'Page 1 should be just the ع.' },
      ],
    },
    { text: 'Power out, so I threw by candle. Every pot came out tall.' },
    {
      text: 'Lentils in the failed sea, for #SoupNight. It looks like low tide and tastes like my aunt’s.',
      hoursAgo: 10,
    },
  ],
};
