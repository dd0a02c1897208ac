import type { Persona } from '../persona.ts';

export const youssef: Persona = {
  username: 'youssef_haddad',
  fullName: 'يوسف حدّاد Youssef Haddad',
  bio: 'حروف ورق وحبر. A letterpress and eleven cases of Arabic type in a garage in Amman. Small books, slowly.',
  joined: 298,
  interests: ['press', 'books', 'letters'],
  posts: [
    {
      text: 'اليوم طبعنا أول نسخة. الحبر ما زال رطباً، والقطة مشت على الصفحة السابعة. قررنا أن نترك الأثر.',
      isLoved: true,
      replies: [
        {
          by: 'ewa_mazurek',
          text: 'I can’t read it, but I can see paw prints. Number me one with paws, please.',
        },
        { by: 'farida_books', text: 'Кошка — соавтор.' },
      ],
    },
    {
      text: 'A letter that joins its neighbours changes its shape to do it. I’ve set Arabic type for eleven years, and this still moves me at eight in the morning.',
      isLoved: true,
      replies: [
        { by: 'zainab_qureshi', text: 'And in nastaliq it climbs down a staircase to meet them.' },
      ],
    },
    {
      text: 'The garage flooded to the ankle. Type metal does not care. Paper cares very much. Today the whole street is hung with sheets like washing.',
      replies: [
        { by: 'amara_okafor', text: 'Oh no. And also: what a sight.' },
        {
          by: 'youssef_haddad',
          text: 'The neighbours read while they walked by. We sold nine copies wet.',
        },
      ],
    },
    {
      text: 'Print run: 120. Spelling mistakes found before printing: 14. After: 1, on the cover. #SmallPress',
      isLoved: true,
      replies: [{ by: 'ewa_mazurek', text: 'The law of the cover. It is written. Wrongly.' }],
    },
    { text: 'كتاب صغير يكفي. من يحتاج إلى رف كامل؟' },
    {
      hoursAgo: 18 * 24,
      text: 'Looking for a piece of lead type: the letter “ع”, final form, 24 point. Ours fell behind the boiler in 2019 and every book since has borrowed one from its cousin.',
      replies: [
        {
          by: 'lena_brandt',
          text: 'Put it on the shelf “somebody will need this”. Asking around.',
        },
        {
          by: 'noa_clay',
          text: 'I could cast one from a clay mould of the cousin, if you’re brave.',
          replies: [{ by: 'youssef_haddad', text: 'I am brave.' }],
        },
      ],
    },
    {
      text: 'A boy came with a poem of four lines and asked what it would cost to make it a book. We counted together: one sheet, two folds, one thread. He paid in apricots.',
      isLoved: true,
      replies: [
        { by: 'minh_chau', text: 'A fair price in any currency.' },
        { by: 'wren_ashdown', text: 'Our library would like to buy that book.' },
      ],
    },
    {
      text: 'The new catalogue is one postcard, both sides: https://press.example.org/postcard',
      isEdited: true,
    },
    { text: 'القهوة أولاً، ثم النقاط.' },
    {
      text: 'Setting the collected bench corrections of @mateus_figueira together with @ewa_mazurek: left half in Gdańsk, right half here, sewn in the middle. #SmallPress',
      hoursAgo: 13,
      isLoved: true,
      replies: [
        {
          by: 'mateus_figueira',
          text: 'I don’t know what to say. I’ll have to correct something.',
        },
      ],
    },
  ],
};
