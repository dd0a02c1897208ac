import type { Persona } from '../persona.ts';

export const minhChau: Persona = {
  username: 'minh_chau',
  fullName: 'Lê Minh Châu',
  bio: 'Huế. My grandmother’s broth, my mother’s patience, my own mistakes. Nấu chậm thôi.',
  joined: 181,
  interests: ['cooking', 'garden', 'ceramics'],
  posts: [
    {
      text: 'Broth rule: if you have to ask whether it’s ready, it isn’t. If you stop asking, it’s burnt. #SoupNight',
      isLoved: true,
    },
    {
      text: 'Nồi nước dùng hôm nay hơi mặn. Bà bảo: “Mặn thì ăn thêm cơm.” Mọi vấn đề của tôi đều có lời giải như vậy.',
      isLoved: true,
    },
    {
      text: 'Market at five. The herb lady gave me a handful for free because I “looked like exams”. I’m thirty-four.',
      replies: [{ by: 'amara_okafor', text: 'The herb lady knows. Eat the herbs.' }],
    },
    {
      text: 'I wrote down my grandmother’s recipe while she cooked. She looked at the paper, crossed out every number and wrote “look” next to each of them.',
      isLoved: true,
      replies: [
        { by: 'ines_alvarado', text: 'Yours and mine would have got along. Or not at all.' },
        { by: 'takumi_mori', text: 'Advice for photographers as well.' },
      ],
    },
    { text: 'Chopped lemongrass for an hour. The whole lane came to see who was getting married.' },
    {
      text: 'Lost a chopstick behind the stove, moved the stove, found four chopsticks, a coin from 1972 and my sister’s earring. Now I’ve to call my sister and admit that she was right.',
      replies: [{ by: 'youssef_haddad', text: 'Any chance of a letter ع?' }],
    },
    {
      text: 'Rainy season menu: soup. Then the other soup.',
      replies: [{ by: 'leilani_kahale', text: 'Then porch.' }],
    },
    {
      text: 'Twelve hours in, the bún bò is clear enough to read a newspaper through. I tested it. The news was bad, the broth is good. #SoupNight',
      hoursAgo: 5,
      isLoved: true,
      replies: [{ by: 'bao_lin', text: 'I take back what I said about bread. For tonight.' }],
    },
  ],
};
