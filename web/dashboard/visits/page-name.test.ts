import { expect, it } from 'vitest'
import { pageName } from './page-name.ts'

it.each([
  ['/', undefined, 'الصفحة الرئيسية'],
  ['/books', undefined, 'الكتب'],
  ['/books/intermediate', undefined, 'كتب المرحلة المتوسطة'],
  ['/notes/primary', undefined, 'ملازم المرحلة الابتدائية'],
  ['/results/sixth-primary', undefined, 'نتائج السادس الابتدائي'],
  ['/ministerial/sixth-preparatory', undefined, 'أسئلة السادس الإعدادي'],
  ['/ministerial/sixth-preparatory/questions', undefined, 'الأسئلة المتكررة، السادس الإعدادي'],
  ['/results/third-intermediate/schools', undefined, 'مدارس الثالث المتوسط'],
  ['/results/sheet/0abc1def2ghj3kmn', undefined, 'ورقة نتائج مدرسة'],
  ['/grade/sixth-preparatory', undefined, 'صفحة السادس الإعدادي'],
  ['/grade/sixth-preparatory/scientific', undefined, 'صفحة السادس الإعدادي العلمي'],
  ['/asked', undefined, 'اطلب ما لم تجده'],
  ['/books/0abc1def2ghj3kmn', 'كتاب الرياضيات', 'كتاب الرياضيات'],
  ['/books/0abc1def2ghj3kmn', undefined, 'كتاب محذوف'],
  ['/notes/download/0abc1def2ghj3kmn', undefined, 'ملزمة محذوفة'],
  ['/ministerial/preview/0abc1def2ghj3kmn', undefined, 'امتحان محذوف'],
  ['/news/0abc1def2ghj3kmn', undefined, 'خبر محذوف'],
])('calls %s (%j) by a name', (page, title, name) => {
  expect(pageName(page, title)).toBe(name)
})
