package dev.operatorkit.house.wrong;

public class WrongImpl {}
