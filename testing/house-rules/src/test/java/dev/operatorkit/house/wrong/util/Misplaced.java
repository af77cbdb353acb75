package dev.operatorkit.house.wrong.util;

public class Misplaced {}
