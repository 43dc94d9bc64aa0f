import { expect, test } from '@rstest/core';
import { databasePlace, serverAddresses } from './databaseAddress.ts';

test('an address may name several servers, each with its own port, as PostgreSQL’s own programs read it', () => {
  expect(serverAddresses('postgresql://site:p%40ss@db-1,db-2:5433/site?sslmode=require')).toEqual([
    'postgresql://site:p%40ss@db-1/site?sslmode=require',
    'postgresql://site:p%40ss@db-2:5433/site?sslmode=require',
  ]);
  expect(serverAddresses('postgres://[::1]:5432,127.0.0.1/site')).toEqual([
    'postgres://[::1]:5432/site',
    'postgres://127.0.0.1/site',
  ]);
});

test('an address of one server stays as it is', () => {
  const address = 'postgresql://site:a,b@db.example.com:5432/site?options=-c%20a=b,c';
  expect(serverAddresses(address)).toEqual([address]);
});

test('where a database is can be shown: without the password and parameters', () => {
  expect(databasePlace('postgresql://site:secret@db-1,db-2:5433/site?password=secret')).toEqual({
    user: 'site',
    place: 'db-1,db-2:5433/site',
  });
});
